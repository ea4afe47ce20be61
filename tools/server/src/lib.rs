//! The server of the arcade: sessions behind HTTP, on the loopback interface only.
//!
//! | route | answer |
//! |---|---|
//! | `GET /` and the files of the page | the page |
//! | `GET /api/hello` | the version |
//! | `POST /api/call` | a line of JSON for each part, and the reply as the last line |
//!
//! A page identifies its session by the header `X-Hamadryad-Session`; a session runs one call at a time.
//! Closing the connection cancels the call.
//!
//! *Invariant:* only pages of this server reach a session. Other machines cannot connect; requests whose
//! `Host` is not the address of the server are refused, so that no name of another site leads here; requests
//! with another `Origin` are refused; calls need the header `X-Hamadryad-Session`, which a foreign page can
//! send only after a preflight, and the server answers none. Each call has limits of size, time and memory
//! ([`Limits`]).
//!
//! Threads and the clock are used in this crate, and signals by its user, who passes a function that ends the
//! server.

mod call;
mod guard;
mod limits;
mod routes;
mod sessions;

pub use limits::Limits;

use limits::Watch;
use sessions::Sessions;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// The stack of a thread that runs calls, as large as that of a main thread.
const STACK: usize = 8 << 20;
/// The time between two looks at the function that ends the server.
const INTERVAL: Duration = Duration::from_millis(50);
/// The time for calls to end when the server ends.
const PATIENCE: Duration = Duration::from_secs(1);

/// A server that is bound to its port.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    limits: Limits,
}

impl Server {
    /// Binds a port of the loopback interface; port 0 selects a free one.
    ///
    /// # Errors
    /// If the port is in use.
    pub fn bind(port: u16, limits: Limits) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, limits })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves requests until `is_over` returns true.
    ///
    /// # Errors
    /// If the threads or the connections cannot be served.
    pub fn run(self, is_over: impl Fn() -> bool + Send + Sync + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(2 * self.limits.sessions)
            .thread_stack_size(STACK)
            .enable_all()
            .build()?;
        let watch = Arc::new(Watch::new(&self.limits));
        let shared = Arc::new(routes::Shared {
            port: self.address.port(),
            sessions: Sessions::new(self.limits.sessions),
            watch: Arc::clone(&watch),
            limits: self.limits,
        });
        let served = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let router = routes::router(shared);
            let mut clock = tokio::time::interval(INTERVAL);
            tokio::select! {
                served = async { axum::serve(listener, router).await } => served,
                () = async { while !is_over() { clock.tick().await; } } => Ok(()),
            }
        });
        watch.end();
        runtime.shutdown_timeout(PATIENCE);
        served
    }
}
