//! The routes of the server.

use crate::limits::{Limits, Watch};
use crate::sessions::Sessions;
use crate::{call, guard};
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hamadryad_arcade::page;
use std::sync::Arc;

/// The state of the server.
pub(crate) struct Shared {
    pub(crate) port: u16,
    pub(crate) sessions: Sessions,
    pub(crate) watch: Arc<Watch>,
    pub(crate) limits: Limits,
}

/// A page may load its own files only, and no other page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// All routes, behind the guard.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let body = DefaultBodyLimit::max(shared.limits.body);
    Router::new()
        .route("/api/hello", get(hello))
        .route("/api/call", post(answer).layer(body))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared)
}

/// Refuses foreign requests, and adds headers to every response.
async fn guarded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match guard::check(request.headers(), shared.port) {
        Ok(()) => next.run(request).await,
        Err(refusal) => (StatusCode::FORBIDDEN, refusal).into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn hello() -> impl IntoResponse {
    let version = concat!(r#"{"hamadryad":""#, env!("CARGO_PKG_VERSION"), "\"}\n");
    ([(header::CONTENT_TYPE, "application/json")], version)
}

async fn answer(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: String) -> Response {
    match guard::session(&headers) {
        Ok(session) => {
            let lines = call::run(shared, session, body);
            ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
        }
        Err(refusal) => (StatusCode::FORBIDDEN, refusal).into_response(),
    }
}

async fn file(uri: Uri) -> Response {
    match page::file(uri.path()) {
        Some(file) => ([(header::CONTENT_TYPE, file.kind)], file.content).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}
