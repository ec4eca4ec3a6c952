//! The connections of clients: at most so many, none that hangs, and always room for another.
//!
//! A connection for which the server works, by solving or by reporting a job, keeps its place, and there are fewer of
//! these than places. All others wait for their clients. When all places are taken, a new client gets the place of
//! the connection whose client has been silent the longest.

use crate::error::{ApiError, ErrorKind};
use noyau::message;
use noyau::parallel::lock;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::Sleep;

/// The maximum number of connections that wait for their clients, or report a job.
const MOST_CONNECTIONS: usize = 512;
/// The maximum number of event streams.
const MOST_STREAMS: usize = 192;
/// The maximum number of event streams for one address. A class of thirty behind one address can follow two jobs
/// each.
const MOST_STREAMS_OF_ONE: usize = 64;
/// The time that a client has to send the head of a request, or to take a part of a response.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);

/// All connections.
pub(crate) struct Connections {
    all: Mutex<Vec<Arc<Connection>>>,
    most: usize,
    began: Instant,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Connection {
    address: IpAddr,
    began: Instant,
    /// When a byte was last read or written, or work for it ended: milliseconds since the server began.
    active: AtomicU64,
    solving: AtomicBool,
    streaming: AtomicBool,
    evicted: Notify,
}

/// Work of the server for a connection, which ends on drop.
pub(crate) struct Working(Arc<Connection>, fn(&Connection) -> &AtomicBool);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.touch();
        self.1(&self.0).store(false, Ordering::Relaxed);
    }
}

impl Connection {
    fn touch(&self) {
        let now = self.began.elapsed().as_millis() as u64;
        self.active.store(now, Ordering::Relaxed);
    }

    fn is_streaming(&self) -> bool {
        self.streaming.load(Ordering::Relaxed)
    }

    fn is_working(&self) -> bool {
        self.solving.load(Ordering::Relaxed) || self.is_streaming()
    }

    /// Keeps its place while it is solved for.
    pub(crate) fn solve(self: &Arc<Self>) -> Working {
        self.solving.store(true, Ordering::Relaxed);
        Working(Arc::clone(self), |connection| &connection.solving)
    }

    /// Resolves when another connection takes its place.
    pub(crate) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

impl Connections {
    /// Room for that many solves, which run or wait, besides all else.
    pub(crate) fn new(solves: usize) -> Self {
        Self {
            all: Mutex::default(),
            most: MOST_CONNECTIONS + solves,
            began: Instant::now(),
        }
    }

    /// A place for a new connection.
    pub(crate) fn admit(&self, address: IpAddr) -> Arc<Connection> {
        let connection = Arc::new(Connection {
            address: visitor(address),
            began: self.began,
            active: AtomicU64::new(0),
            solving: AtomicBool::new(false),
            streaming: AtomicBool::new(false),
            evicted: Notify::new(),
        });
        connection.touch();
        let mut all = lock(&self.all);
        if all.len() >= self.most {
            let silent = |i: &usize| {
                let connection = &all[*i];
                let active = connection.active.load(Ordering::Relaxed);
                (connection.is_working(), active)
            };
            if let Some(i) = (0..all.len()).min_by_key(silent) {
                all.swap_remove(i).evicted.notify_one();
            }
        }
        all.push(Arc::clone(&connection));
        connection
    }

    /// Gives the place of a connection back.
    pub(crate) fn leave(&self, connection: &Arc<Connection>) {
        lock(&self.all).retain(|other| !Arc::ptr_eq(other, connection));
    }

    /// A place among the event streams.
    pub(crate) fn stream(&self, connection: &Arc<Connection>) -> Result<Working, ApiError> {
        let all = lock(&self.all);
        let streams = || all.iter().filter(|other| other.is_streaming());
        let own = streams().filter(|other| other.address == connection.address);
        if own.count() >= MOST_STREAMS_OF_ONE || streams().count() >= MOST_STREAMS {
            return Err(ApiError::new(
                ErrorKind::Busy,
                message!(
                    "too many pages follow a job at once: ask for the job itself, or try again in a moment",
                    "trop de pages suivent un travail à la fois : demandez le travail lui-même, ou réessayez dans un instant"
                ),
            ));
        }
        connection.streaming.store(true, Ordering::Relaxed);
        Ok(Working(Arc::clone(connection), |connection| {
            &connection.streaming
        }))
    }
}

/// The address that counts as one visitor: a machine has a whole network of 64 bits in IPv6.
fn visitor(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            IpAddr::from((v6.to_bits() >> 64 << 64).to_be_bytes())
        }
        other => other,
    }
}

/// The bytes of a connection: a client that takes none for too long loses it.
pub(crate) struct ClientStream {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// Since a write began to wait.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl ClientStream {
    pub(crate) fn new(stream: TcpStream, connection: Arc<Connection>) -> Self {
        Self {
            stream,
            connection,
            stalled: None,
        }
    }

    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            self.connection.touch();
            return written;
        }
        let wait = || Box::pin(tokio::time::sleep(PATIENCE));
        ready!(self.stalled.get_or_insert_with(wait).as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.connection.touch();
        }
        read
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_silent_make_room_and_those_at_work_stay() {
        let connections = Connections::new(0);
        let address = IpAddr::from([192, 0, 2, 1]);
        let all: Vec<_> = (0..MOST_CONNECTIONS)
            .map(|_| connections.admit(address))
            .collect();
        for (time, connection) in (10..).zip(&all) {
            connection.active.store(time, Ordering::Relaxed);
        }
        let solving = all[0].solve();
        let _streaming = connections.stream(&all[1]).unwrap();
        let next = || {
            let _ = connections
                .admit(address)
                .active
                .swap(u64::MAX, Ordering::Relaxed);
            let left = lock(&connections.all);
            let gone = all
                .iter()
                .position(|one| !left.iter().any(|other| Arc::ptr_eq(one, other)));
            assert_eq!(left.len(), MOST_CONNECTIONS);
            gone.unwrap()
        };
        assert_eq!(next(), 2);
        drop(solving);
        all[0].active.store(1, Ordering::Relaxed);
        assert_eq!(next(), 0);
    }

    #[test]
    fn a_visitor_has_some_streams_and_all_together_more() {
        let connections = Connections::new(0);
        let mut held = Vec::new();
        for visitor in 0..5 {
            let address = IpAddr::from([192, 0, 2, visitor]);
            for _ in 0..MOST_STREAMS_OF_ONE {
                held.extend(connections.stream(&connections.admit(address)));
            }
            assert!(connections.stream(&connections.admit(address)).is_err());
        }
        assert_eq!(held.len(), MOST_STREAMS);
        held.truncate(1);
        let other = connections.admit(IpAddr::from([192, 0, 2, 9]));
        assert!(connections.stream(&other).is_ok());
    }

    #[test]
    fn a_visitor_is_an_address_or_a_network_of_64_bits() {
        let same = |a: &str, b: &str| visitor(a.parse().unwrap()) == visitor(b.parse().unwrap());
        assert!(same("2001:db8::1", "2001:db8::ffff:1"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
    }
}
