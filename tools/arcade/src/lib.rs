//! The arcade without its server: a [`Session`] answers requests in JSON, and [`page`] contains the page that
//! sends them.
//!
//! ```
//! use hamadryad_arcade::{Host, Session, Stop};
//! use std::time::Duration;
//!
//! struct Untimed;
//! impl Host for Untimed {
//!     fn now(&self) -> Duration {
//!         Duration::ZERO
//!     }
//!     fn stop(&self) -> Option<Stop> {
//!         None
//!     }
//!     fn part(&self, _: &str) {}
//! }
//!
//! let mut session = Session::default();
//! let request = r#"{"id": 1, "call": "program.format", "name": "a.lp", "text": "a:-b ."}"#;
//! let reply = session.call(request, &Untimed);
//! assert_eq!(reply, r#"{"id":1,"value":{"text":"a :- b.\n"},"ms":0.0}"#);
//! ```
//!
//! A request is an object with the name of a `call`, its arguments, and an optional `id`, which is repeated
//! in each reply. The reply is `{"id", "value", "ms"}` or `{"id", "error", "ms"}`, where `error` has a `code`
//! for programs and a `message` for people; before it, a call may send parts, `{"id", "part"}`, through its
//! host. [`Request`] lists all calls with their arguments and results.
//!
//! *Invariant:* the crate reads no clock and no file, and starts no thread: a [`Host`] provides the time, the
//! reasons to stop, and the way of parts. So the same session can run behind a server and inside of a page.

mod budget;
mod host;
pub mod page;
pub mod program;
pub mod puzzle;
mod reply;
mod request;
mod session;
pub mod snake;

pub use host::{Host, Stop};
pub use reply::Failure;
pub use request::{Effect, Request};
pub use session::Session;
