//! The guard: only requests of this server's own pages are answered.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

/// The header that names the session. A page of another site cannot send it without a preflight.
pub(crate) const SESSION: &str = "x-hamadryad-session";

/// Reason why a request is refused, as a sentence.
pub(crate) type Refusal = &'static str;

/// The names of the loopback interface.
const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Refuses requests to another host, or from pages of another origin.
pub(crate) fn check(headers: &HeaderMap, port: u16) -> Result<(), Refusal> {
    let is_here = |host: &str| {
        let (name, its_port) =
            host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).unwrap_or((host, "80"));
        NAMES.contains(&name) && its_port.parse() == Ok(port)
    };
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if !text(HOST).is_some_and(is_here) {
        return Err("the header Host must name this server");
    }
    let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(is_here);
    if headers.get_all(HOST).iter().count() > 1 || headers.get_all(ORIGIN).iter().count() > 1 {
        return Err("a header is repeated");
    }
    match text(ORIGIN) {
        Some(origin) if !is_own(origin) => Err("pages of other origins have no access"),
        _ => Ok(()),
    }
}

/// The name of the session: up to 64 letters, digits and hyphens.
pub(crate) fn session(headers: &HeaderMap) -> Result<String, Refusal> {
    let name = headers.get(SESSION).and_then(|value| value.to_str().ok());
    let is_valid = |name: &&str| {
        (1..=64).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let expected = "the header X-Hamadryad-Session must have 1 to 64 letters, digits and hyphens";
    name.filter(is_valid).map(str::to_owned).ok_or(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = all.iter().map(|&(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        pairs.collect()
    }

    #[test]
    fn other_hosts_and_origins_are_refused() {
        for host in ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"] {
            assert_eq!(check(&headers(&[("host", host)]), 8000), Ok(()), "{host}");
        }
        for host in
            ["evil.example:8000", "127.0.0.1:8001", "127.0.0.1", "localhost.evil.example:8000", "", "::1"]
        {
            assert!(check(&headers(&[("host", host)]), 8000).is_err(), "{host}");
        }
        assert_eq!(check(&headers(&[("host", "localhost")]), 80), Ok(()));
        assert_eq!(check(&headers(&[("host", "[::1]")]), 80), Ok(()));
        assert!(check(&headers(&[]), 8000).is_err());
        let from = |origin| check(&headers(&[("host", "localhost:8000"), ("origin", origin)]), 8000);
        assert_eq!(from("http://localhost:8000"), Ok(()));
        for origin in
            ["http://evil.example", "null", "https://localhost:8000", "http://localhost:8001", "file://"]
        {
            assert!(from(origin).is_err(), "{origin}");
        }
    }

    #[test]
    fn sessions_have_plain_names() {
        assert_eq!(session(&headers(&[(SESSION, "a-1")])), Ok("a-1".to_owned()));
        for name in ["", "a b", "ä", &"a".repeat(65)] {
            let value = axum::http::HeaderValue::from_bytes(name.as_bytes()).unwrap();
            let headers = HeaderMap::from_iter([(SESSION.parse().unwrap(), value)]);
            assert!(session(&headers).is_err(), "{name}");
        }
        assert!(session(&headers(&[])).is_err());
    }
}
