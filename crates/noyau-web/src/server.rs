//! The server: its address, its connections and its shutdown.

use crate::App;
use crate::assets::Assets;
use crate::error::ApiError;
use crate::game_cache::GameCache;
use crate::jobs::Jobs;
use crate::limiter::Limiter;
use crate::origin_check::check_origin;
use crate::routes;
use crate::state::StateFolder;
use crate::tables::Tables;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::any::Any;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// The default port; if it is taken, the next free one.
const PORT: u16 = 8128;
/// The number of ports tried.
const PORTS: u16 = 64;
/// The maximum number of concurrent connections.
const MOST_CONNECTIONS: usize = 512;
/// The time limit for the head of a request, and for an idle connection.
const HEAD: Duration = Duration::from_secs(15);
/// The time limit for running requests at shutdown.
const SHUTDOWN_TIME: Duration = Duration::from_secs(3);
/// The maximum length of the head of a request.
const MOST_HEAD: usize = 64 << 10;
/// The maximum bytes of cached solutions.
const MAX_CACHED: u64 = 512 << 20;

/// The settings of the server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen at.
    pub listen: IpAddr,
    /// The port; by default the first free one from 8128 on.
    pub port: Option<u16>,
    /// A folder of tables to show.
    pub tables: Option<PathBuf>,
    /// A folder for jobs; by default a temporary one.
    pub state: Option<PathBuf>,
    /// The maximum number of concurrent solves.
    pub solves: usize,
    /// The memory limit of a solve in bytes.
    pub memory: u64,
    /// The time limit of a solve.
    pub time: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: IpAddr::from([127, 0, 0, 1]),
            port: None,
            tables: None,
            state: None,
            solves: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 1 << 30,
            time: Duration::from_secs(10),
        }
    }
}

/// Why the server could not start.
#[derive(Debug)]
pub enum Unbound {
    /// It cannot listen at that address.
    Address(SocketAddr, io::Error),
    /// The folder of its state cannot be used.
    State(io::Error),
    /// The folder of tables cannot be read.
    Tables(PathBuf, io::Error),
}

/// A server bound to its address, not yet serving.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    /// Dropped with the server.
    state: StateFolder,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Server({})", self.address)
    }
}

/// Binds the port, or the first free one.
fn bind(listen: IpAddr, port: Option<u16>) -> Result<TcpListener, Unbound> {
    let first = port.unwrap_or(PORT);
    let last = if port.is_some() { first } else { PORT + PORTS };
    let mut result = TcpListener::bind((listen, first));
    for port in first..last {
        match &result {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                result = TcpListener::bind((listen, port + 1));
            }
            _ => break,
        }
    }
    result.map_err(|error| Unbound::Address(SocketAddr::new(listen, first), error))
}

impl Server {
    /// Binds the address and opens the state folder.
    pub fn bind(settings: Settings) -> Result<Self, Unbound> {
        let listener = bind(settings.listen, settings.port)?;
        let cannot = |error| {
            Unbound::Address(
                SocketAddr::new(settings.listen, settings.port.unwrap_or(PORT)),
                error,
            )
        };
        listener.set_nonblocking(true).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        if let Some(folder) = &settings.tables {
            let read = std::fs::read_dir(folder);
            read.map_err(|error| Unbound::Tables(folder.clone(), error))?;
        }
        let state = StateFolder::new(settings.state).map_err(Unbound::State)?;
        let solves = settings.solves.max(1);
        let tables = Arc::new(Tables::new(settings.tables, state.tables()));
        let jobs = Jobs::new(state.jobs(), Arc::clone(&tables), settings.memory);
        Ok(Self {
            listener,
            address,
            app: Arc::new(App {
                assets: Assets::new(),
                limiter: Limiter::new(solves, settings.memory, settings.time.as_secs_f64()),
                games: GameCache::new(MAX_CACHED),
                tables,
                jobs,
                catalogues: [const { OnceLock::new() }; 2],
            }),
            state,
        })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(host, self.address.port()))
    }

    /// Serves until the process is interrupted or terminated.
    pub fn run(self) -> io::Result<()> {
        self.run_until(interrupted())
    }

    /// Serves until `stop` resolves. Running jobs are then stopped, and their progress is saved.
    pub fn run_until(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .thread_stack_size(4 << 20)
            .build()?;
        let result = runtime.block_on(self.serve(stop));
        // Tasks check their limits often, and their results are not needed any more.
        runtime.shutdown_timeout(SHUTDOWN_TIME);
        drop(self.state);
        result
    }

    async fn serve(&self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
        let router = routes::routes()
            .with_state(Arc::clone(&self.app))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(from_fn_with_state(self.address, check_origin))
            .layer(CompressionLayer::new());
        let service = TowerToHyperService::new(router);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(MOST_HEAD)
            .half_close(false);
        let graceful = GracefulShutdown::new();
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let mut stop = std::pin::pin!(stop);
        loop {
            let permit = Arc::clone(&connections).acquire_owned();
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = async { (permit.await, listener.accept().await) } => accepted,
            };
            let (Ok(permit), accepted) = accepted else {
                break;
            };
            let Ok((stream, _)) = accepted else {
                // Too many open files, or the client disconnected: neither is a reason to stop.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            let connection = http.serve_connection(TokioIo::new(stream), service.clone());
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                // Errors of a connection concern only its client.
                let _ = connection.await;
                drop(permit);
            });
        }
        drop(listener);
        self.app.jobs.stop_all();
        let _ = tokio::time::timeout(SHUTDOWN_TIME, graceful.shutdown()).await;
        Ok(())
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn interrupted() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler Ctrl-C ends the program at once, which is harmless.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// The response to a panic in a handler; the server continues.
#[allow(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn panicked(_: Box<dyn Any + Send>) -> Response {
    ApiError::internal().into_response()
}
