//! Signs of life between processes, on connections of their own: the engine would wait for ever for one that is gone.

use crate::failure::{NotDone, Trouble};
use crate::stop::Stop;
use noyau::Message;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process says that it is there.
const BEAT: Duration = Duration::from_secs(2);
/// How long another may be silent before it counts as gone: it may have been stopped for a while, or be short of memory.
const SILENCE: Duration = Duration::from_mins(3);
/// No message is longer.
const LONGEST: u32 = 1 << 16;

const ALIVE: u8 = 0;
const FINISHED: u8 = 1;
const FAILED: u8 = 2;

/// Watches over the other processes.
#[derive(Debug)]
pub(crate) struct Watch {
    peers: Vec<Arc<Watched>>,
    over: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Watched {
    name: String,
    stream: Mutex<TcpStream>,
    finished: AtomicBool,
}

impl Watched {
    fn say(&self, bytes: &[u8]) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever cannot be told is gone, which is found out by reading.
        let _ = stream.write_all(bytes);
    }
}

impl Watch {
    /// Begins to watch over processes, each with its name.
    pub(crate) fn begin(peers: Vec<(String, TcpStream)>, stop: &Arc<Stop>) -> io::Result<Self> {
        let over = Arc::new(AtomicBool::new(false));
        let mut watched = Vec::new();
        for (name, stream) in peers {
            stream.set_write_timeout(Some(Duration::from_secs(5)))?;
            let reading = stream.try_clone()?;
            reading.set_read_timeout(Some(BEAT))?;
            let peer = Arc::new(Watched {
                name,
                stream: Mutex::new(stream),
                finished: AtomicBool::new(false),
            });
            watched.push(Arc::clone(&peer));
            let (stop, over) = (Arc::clone(stop), Arc::clone(&over));
            thread::Builder::new()
                .name("watch".to_owned())
                .spawn(move || listen(&peer, reading, &stop, &over))?;
        }
        let (beating, over_too) = (watched.clone(), Arc::clone(&over));
        thread::Builder::new()
            .name("beat".to_owned())
            .spawn(move || {
                while !over_too.load(Ordering::Relaxed) {
                    for peer in &beating {
                        peer.say(&[ALIVE]);
                    }
                    thread::sleep(BEAT);
                }
            })?;
        Ok(Self {
            peers: watched,
            over,
        })
    }

    /// Tells all that this process has finished its work.
    pub(crate) fn finish(&self) {
        for peer in &self.peers {
            peer.say(&[FINISHED]);
        }
    }

    /// Whether all others have finished theirs.
    pub(crate) fn all_finished(&self) -> bool {
        let mut peers = self.peers.iter();
        peers.all(|peer| peer.finished.load(Ordering::Acquire))
    }

    /// Tells all why this process ends.
    pub(crate) fn fail(&self, why: &Message) {
        let text = serde_json::to_vec(&[&why.en, &why.fr]).unwrap_or_default();
        let mut bytes = vec![FAILED];
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
        for peer in &self.peers {
            peer.say(&bytes);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn listen(peer: &Watched, mut stream: TcpStream, stop: &Stop, over: &AtomicBool) {
    let mut heard = Instant::now();
    let name = || peer.name.clone();
    while !over.load(Ordering::Relaxed) {
        let mut kind = [0];
        match stream.read(&mut kind) {
            Ok(1) => heard = Instant::now(),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::WouldBlock
                        | io::ErrorKind::TimedOut
                        | io::ErrorKind::Interrupted
                ) =>
            {
                if heard.elapsed() > SILENCE {
                    let seconds = SILENCE.as_secs();
                    let peer = name();
                    stop.end(NotDone::failed(&Trouble::PeerSilent { peer, seconds }));
                    return;
                }
                continue;
            }
            _ => {
                if !peer.finished.load(Ordering::Acquire) {
                    stop.end(NotDone::failed(&Trouble::PeerGone { peer: name() }));
                }
                return;
            }
        }
        match kind[0] {
            ALIVE => {}
            FINISHED => peer.finished.store(true, Ordering::Release),
            _ => {
                let why = reason(&mut stream);
                let trouble = match why {
                    Some(why) => Trouble::PeerFailed { peer: name(), why },
                    None => Trouble::PeerGone { peer: name() },
                };
                stop.end(NotDone::failed(&trouble));
                return;
            }
        }
    }
}

/// Why another process ends, as it says.
fn reason(stream: &mut TcpStream) -> Option<Message> {
    let mut length = [0; 4];
    stream.read_exact(&mut length).ok()?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return None;
    }
    let mut text = vec![0; length as usize];
    stream.read_exact(&mut text).ok()?;
    let [en, fr]: [String; 2] = serde_json::from_slice(&text).ok()?;
    Some(Message { en, fr })
}
