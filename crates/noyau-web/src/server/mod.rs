//! The server: its address, its connections and its shutdown.

mod assets;
mod connections;
mod http;
mod limiter;
mod origin_check;
mod runner;
mod state;

use crate::error::ApiError;
use crate::game_cache::GameCache;
use crate::jobs::Jobs;
use crate::storage::disk::Disk;
use crate::tables::Tables;
use crate::{Allowance, App, MAX_CACHED};
use assets::Assets;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use connections::{ClientStream, Connections, PATIENCE};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use limiter::Limiter;
use noyau::Message;
use noyau_files::ProbeFolder;
use origin_check::check_origin;
use runner::Threads;
use state::StateFolder;
use std::any::Any;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// The default port; if it is taken, the next free one.
const PORT: u16 = 8128;
/// The number of ports tried.
const PORTS: u16 = 64;
/// The time limit for running requests at shutdown.
const SHUTDOWN_TIME: Duration = Duration::from_secs(3);
/// The stack of a thread in bytes.
pub(crate) const STACK: usize = 4 << 20;
/// The bytes of a response that the system holds for a client.
#[cfg(target_os = "linux")]
const SEND_BUFFER: usize = 256 << 10;
/// The maximum length of the head of a request.
const MOST_HEAD: usize = 64 << 10;

/// The settings of the server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen at.
    pub listen: IpAddr,
    /// The port; by default the first free one from 8128 on.
    pub port: Option<u16>,
    /// A folder of tables to show, which searches ask.
    pub tables: Option<PathBuf>,
    /// A folder for jobs; by default a temporary one.
    pub state: Option<PathBuf>,
    /// The maximum number of concurrent solves.
    pub solves: usize,
    /// The memory limit of a solve in bytes.
    pub memory: u64,
    /// The time limit of a solve.
    pub time: Duration,
    /// The maximum number of positions that the search of a solve expands; then it has no time limit, so that answers
    /// do not depend on the machine.
    pub nodes: Option<u64>,
}

/// What all requests share.
struct Shared {
    app: Arc<App>,
    assets: Assets,
    connections: Connections,
    limiter: Limiter,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: IpAddr::from([127, 0, 0, 1]),
            port: None,
            tables: None,
            state: None,
            solves: noyau::parallel::available(),
            memory: 1 << 30,
            time: Duration::from_secs(10),
            nodes: None,
        }
    }
}

/// Why the server could not start.
#[derive(Debug)]
pub enum Unbound {
    /// It cannot listen at that address.
    Address(SocketAddr, io::Error),
    /// The system gives it no threads.
    Threads(io::Error),
    /// The folder of its state cannot be used.
    State(io::Error),
}

/// A server bound to its address, not yet serving.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    /// The threads of CPU-bound work.
    workers: Runtime,
    /// Dropped with the server.
    state: StateFolder,
    warnings: Vec<Message>,
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
        bound_buffers(&listener);
        let address = listener.local_addr().map_err(cannot)?;
        let workers = limiter::workers().map_err(Unbound::Threads)?;
        let allowance = Allowance {
            memory: settings.memory,
            time: settings.time,
            nodes: settings.nodes,
            threads: 1,
        };
        let limiter = Limiter::new(&settings, allowance.clone(), workers.handle().clone());
        let state = StateFolder::new(settings.state).map_err(Unbound::State)?;
        let given = settings.tables.as_deref();
        let asked = given.map(|given| ProbeFolder::open(given, Some(settings.memory), 1));
        let warnings = asked.iter().flat_map(ProbeFolder::warnings);
        let warnings = warnings.cloned().collect();
        let asked = asked.map(|asked| asked.tables().clone());
        let storage = Arc::new(Disk {
            folder: state.path().to_owned(),
            given: settings.tables,
        });
        let tables = Arc::new(Tables::new(Arc::clone(&storage) as _));
        let runner = Threads::new(workers.handle().clone(), settings.memory);
        let jobs = Jobs::new(
            storage,
            Arc::clone(&tables),
            Arc::new(runner),
            asked.clone(),
        );
        let app = Arc::new(App {
            allowance,
            games: GameCache::new(MAX_CACHED).asking(asked),
            tables,
            jobs,
            catalogues: [const { OnceLock::new() }; 2],
        });
        Ok(Self {
            listener,
            address,
            shared: Arc::new(Shared {
                app,
                assets: Assets::new(),
                connections: Connections::new(limiter.most()),
                limiter,
            }),
            workers,
            state,
            warnings,
        })
    }

    /// What is wrong with the given tables: those that cannot be read are left out.
    pub fn warnings(&self) -> &[Message] {
        &self.warnings
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
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .thread_stack_size(STACK)
            .build()?;
        let result = runtime.block_on(self.serve(stop));
        // Tasks check their limits often, and their results are not needed any more.
        runtime.shutdown_timeout(SHUTDOWN_TIME);
        self.workers.shutdown_timeout(SHUTDOWN_TIME);
        drop(self.state);
        result
    }

    async fn serve(&self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
        let router = Router::new()
            .fallback(http::answer)
            .with_state(Arc::clone(&self.shared))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(from_fn_with_state(self.address, check_origin))
            .layer(CompressionLayer::new());
        let service = TowerToHyperService::new(router);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(MOST_HEAD)
            .half_close(false);
        let graceful = GracefulShutdown::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => accepted,
            };
            let Ok((stream, client)) = accepted else {
                // Too many open files, or the client disconnected: neither is a reason to stop.
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let _ = stream.set_nodelay(true);
            let (shared, service) = (Arc::clone(&self.shared), service.clone());
            let connection = shared.connections.admit(client.ip());
            let stream = TokioIo::new(ClientStream::new(stream, Arc::clone(&connection)));
            let asked = Arc::clone(&connection);
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Arc::clone(&asked));
                service.call(request)
            });
            let served = graceful.watch(http.serve_connection(stream, service));
            tokio::spawn(async move {
                tokio::select! {
                    // Errors of a connection concern only its client.
                    _ = served => {}
                    () = connection.evicted() => {}
                }
                shared.connections.leave(&connection);
            });
        }
        drop(listener);
        self.shared.app.jobs.stop_all();
        let _ = tokio::time::timeout(SHUTDOWN_TIME, graceful.shutdown()).await;
        Ok(())
    }
}

/// Bounds the memory of the system for responses that clients do not read: of connections accepted from now on.
fn bound_buffers(listener: &TcpListener) {
    #[cfg(target_os = "linux")]
    {
        // Without it a client can occupy some megabytes.
        let _ = rustix::net::sockopt::set_socket_send_buffer_size(listener, SEND_BUFFER);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = listener;
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
