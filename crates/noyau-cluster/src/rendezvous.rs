//! How the processes of a run find each other: each listens on its address, and connects to those before it.

use crate::failure::{NotDone, Trouble};
use crate::handshake::{self, Identity, Purpose, Rejected};
use crate::stop::Stop;
use noyau::Message;
use std::io;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;
use std::time::{Duration, Instant};

/// How soon what is not there yet is tried again, and how often when it has not been there for a while.
const SOON: Duration = Duration::from_millis(2);
const AGAIN: Duration = Duration::from_millis(50);
/// Strangers that are talked to at the same time.
const MOST_TALKS: usize = 64;

/// The connections to one other process.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) data: TcpStream,
    pub(crate) watch: TcpStream,
}

/// What is needed to meet.
pub(crate) struct Rendezvous<'a> {
    pub(crate) hosts: &'a [String],
    /// Where to listen; the own address of the list unless it says otherwise.
    pub(crate) listen: &'a str,
    pub(crate) identity: &'a Identity,
    pub(crate) secret: &'a [u8],
    pub(crate) wait: Duration,
    pub(crate) stop: &'a Stop,
    /// Called with what happens that is worth knowing and no failure.
    pub(crate) note: &'a (dyn Fn(Message) + Sync),
}

/// The connections so far: data and watch of each process.
type Places = Vec<[Option<TcpStream>; 2]>;

impl Rendezvous<'_> {
    /// Meets all others. `None` stands in the place of this process.
    pub(crate) fn hold(&self) -> Result<Vec<Option<Peer>>, NotDone> {
        let own = self.identity.process as usize;
        let cannot = |error: &io::Error| {
            NotDone::refused(&Trouble::CannotListen {
                address: self.listen.to_owned(),
                why: error.to_string(),
            })
        };
        let listener = TcpListener::bind(self.listen).map_err(|error| cannot(&error))?;
        listener
            .set_nonblocking(true)
            .map_err(|error| cannot(&error))?;
        let until = Instant::now() + self.wait;
        let places: Mutex<Places> = Mutex::new(self.hosts.iter().map(|_| [None, None]).collect());
        let misfit: Mutex<Option<Message>> = Mutex::new(None);
        let ended = || lock(&misfit).is_some();
        let talks = &Mutex::new(0usize);
        thread::scope(|scope| {
            for to in 0..own {
                for purpose in [Purpose::Data, Purpose::Watch] {
                    let (places, misfit, ended) = (&places, &misfit, &ended);
                    scope.spawn(move || {
                        let mut pause = SOON;
                        while Instant::now() < until && !ended() && self.stop.check().is_ok() {
                            match self.call(to, purpose) {
                                Ok(stream) => {
                                    lock(places)[to][slot(purpose)] = Some(stream);
                                    return;
                                }
                                Err(Rejected::Stranger) => {
                                    thread::sleep(pause);
                                    pause = AGAIN.min(2 * pause);
                                }
                                Err(Rejected::Misfit(why)) => {
                                    lock(misfit).get_or_insert(why);
                                }
                            }
                        }
                    });
                }
            }
            while Instant::now() < until && !ended() && self.stop.check().is_ok() {
                if self.is_complete(&lock(&places)) {
                    break;
                }
                let Ok((mut stream, address)) = listener.accept() else {
                    thread::sleep(SOON);
                    continue;
                };
                if *lock(talks) >= MOST_TALKS {
                    continue;
                }
                *lock(talks) += 1;
                let (places, misfit) = (&places, &misfit);
                scope.spawn(move || {
                    let greeted = stream
                        .set_nonblocking(false)
                        .map_err(Rejected::from)
                        .and_then(|()| handshake::accept(&mut stream, self.identity, self.secret));
                    match greeted {
                        Ok((from, purpose)) if (from as usize) > own => {
                            if let Some(place) = lock(places).get_mut(from as usize) {
                                place[slot(purpose)] = Some(stream);
                            }
                        }
                        Ok(_) | Err(Rejected::Stranger) => {
                            let peer = address.to_string();
                            (self.note)(Message::of(&Trouble::NotOurs { peer }));
                        }
                        Err(Rejected::Misfit(why)) => {
                            lock(misfit).get_or_insert(why);
                        }
                    }
                    *lock(talks) -= 1;
                });
            }
        });
        self.stop.check()?;
        if let Some(why) = lock(&misfit).take() {
            return Err(NotDone::Refused(why));
        }
        let places = places.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !self.is_complete(&places) {
            let missing = places
                .iter()
                .enumerate()
                .filter(|&(i, place)| i != own && place.iter().any(Option::is_none));
            let missing: Vec<String> = missing.map(|(i, _)| self.name(i)).collect();
            return Err(NotDone::Failed(Message::of(&Trouble::NotMet {
                missing: missing.join(", "),
                seconds: self.wait.as_secs(),
            })));
        }
        let peers = places.into_iter().map(|place| match place {
            [Some(data), Some(watch)] => Some(Peer { data, watch }),
            _ => None,
        });
        Ok(peers.collect())
    }

    fn is_complete(&self, places: &Places) -> bool {
        let own = self.identity.process as usize;
        let mut others = places.iter().enumerate().filter(|&(i, _)| i != own);
        others.all(|(_, place)| place.iter().all(Option::is_some))
    }

    fn name(&self, process: usize) -> String {
        format!("{process} ({})", self.hosts[process])
    }

    fn call(&self, to: usize, purpose: Purpose) -> Result<TcpStream, Rejected> {
        let mut addresses = self.hosts[to].to_socket_addrs()?;
        let address = addresses.next().ok_or(Rejected::Stranger)?;
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(5))?;
        handshake::connect(&mut stream, self.identity, purpose, to as u32, self.secret)?;
        Ok(stream)
    }
}

fn slot(purpose: Purpose) -> usize {
    usize::from(purpose == Purpose::Watch)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
