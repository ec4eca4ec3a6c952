//! Rounds of messages: every worker hands over what it has for the others, and goes on when the round is complete
//! everywhere.
//!
//! The dataflow is one input, an exchange and a probe; a round is an epoch of it (Murray, `McSherry`, Isaacs, Isard,
//! Barham, Abadi 2013: "Naiad: a timely dataflow system"; Valiant 1990 for the rounds). The engine sends as fast as it is given
//! messages, so that it is the rounds that bound the memory: what a worker sends in one is bounded, and it sends no more
//! before all have got it.

use crate::failure::NotDone;
use crate::stop::Stop;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use std::cell::RefCell;
use std::fmt;
use std::mem;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Input, Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// How long a worker sleeps at most before it looks whether the run has ended.
const NAP: Duration = Duration::from_millis(50);
/// How long it waits awake before that: about as long as it takes to be woken.
const SPIN: Duration = Duration::from_micros(50);

/// What one worker has for another in a round.
#[derive(Debug, Clone)]
struct Parcel {
    to: u32,
    from: u32,
    bytes: Vec<u8>,
}

impl Serialize for Parcel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Bytes that are copied at once and not one by one.
        struct Bytes<'a>(&'a [u8]);
        impl Serialize for Bytes<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.0)
            }
        }
        let mut tuple = serializer.serialize_tuple(3)?;
        tuple.serialize_element(&self.to)?;
        tuple.serialize_element(&self.from)?;
        tuple.serialize_element(&Bytes(&self.bytes))?;
        tuple.end()
    }
}

/// Bytes as they were serialized.
struct Copied(Vec<u8>);

impl<'de> Deserialize<'de> for Copied {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AsBytes;
        impl Visitor<'_> for AsBytes {
            type Value = Copied;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Copied, E> {
                Ok(Copied(bytes.to_vec()))
            }
            fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Copied, E> {
                Ok(Copied(bytes))
            }
        }
        deserializer.deserialize_bytes(AsBytes)
    }
}

impl<'de> Deserialize<'de> for Parcel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AsTuple;
        impl<'de> Visitor<'de> for AsTuple {
            type Value = Parcel;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a parcel")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Parcel, A::Error> {
                let cut = || de::Error::custom("a parcel is cut");
                let to = parts.next_element()?.ok_or_else(cut)?;
                let from = parts.next_element()?.ok_or_else(cut)?;
                let Copied(bytes) = parts.next_element()?.ok_or_else(cut)?;
                Ok(Parcel { to, from, bytes })
            }
        }
        deserializer.deserialize_tuple(3, AsTuple)
    }
}

/// What a worker has measured of its rounds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Traffic {
    /// Rounds.
    pub rounds: u64,
    /// Bytes sent to other workers.
    pub bytes: u64,
    /// Seconds spent waiting until rounds were complete.
    pub waited: f64,
}

/// One worker's end of the rounds.
pub(crate) struct Rounds<'w> {
    worker: &'w mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    probe: ProbeHandle<u64>,
    /// What has come, with its round: who is done with a round may send for the next one before the others see that.
    inbox: Rc<RefCell<Vec<(u64, Parcel)>>>,
    /// What the worker has sent itself.
    kept: Vec<u8>,
    /// Whether it is worth while to wait awake for a moment.
    spins: bool,
    stop: Arc<Stop>,
    pub(crate) traffic: Traffic,
}

impl<'w> Rounds<'w> {
    /// `workers` are those of this process.
    pub(crate) fn new(worker: &'w mut Worker, workers: usize, stop: Arc<Stop>) -> Self {
        // Between processes it is threads of the engine that carry the messages, and they want the processor.
        let cores = noyau::parallel::available();
        let spins = worker.peers() == workers && workers <= cores;
        let inbox: Rc<RefCell<Vec<(u64, Parcel)>>> = Rc::default();
        let filled = Rc::clone(&inbox);
        let mut input = InputHandle::new();
        let probe = worker.dataflow::<u64, _, _>(|scope| {
            let by_address = Exchange::new(|parcel: &Parcel| u64::from(parcel.to));
            scope
                .input_from(&mut input)
                .unary(by_address, "Rounds", move |_, _| {
                    move |parcels, out| {
                        parcels.for_each(|round, parcels: &mut Vec<Parcel>| {
                            let of_round = parcels.drain(..).map(|parcel| (*round.time(), parcel));
                            filled.borrow_mut().extend(of_round);
                            // Nothing goes on from here, but the type of it must be told.
                            out.session(&round).give_container(&mut Vec::<()>::new());
                        });
                    }
                })
                .probe()
                .0
        });
        Self {
            worker,
            input,
            probe,
            inbox,
            kept: Vec::new(),
            spins,
            stop,
            traffic: Traffic::default(),
        }
    }

    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Whether the run is to go on.
    pub(crate) fn check(&self) -> Result<(), NotDone> {
        self.stop.check()
    }

    /// Sends each worker what stands in its place. What each sends here is had by [`receive`](Self::receive), before the
    /// next round is sent; what is done in between costs no waiting.
    pub(crate) fn send(&mut self, mut out: Vec<Vec<u8>>) {
        let own = self.index();
        self.kept = mem::take(&mut out[own]);
        for (to, bytes) in out.into_iter().enumerate() {
            if to != own && !bytes.is_empty() {
                self.traffic.bytes += bytes.len() as u64;
                self.input.send(Parcel {
                    to: to as u32,
                    from: own as u32,
                    bytes,
                });
            }
        }
        self.traffic.rounds += 1;
        self.input.advance_to(self.input.time() + 1);
        // It is on its way before this worker turns to something else.
        self.worker.step();
    }

    /// What every worker has sent here in the round that was sent last, when the round is complete everywhere.
    pub(crate) fn receive(&mut self) -> Result<Vec<Vec<u8>>, NotDone> {
        let own = self.index();
        let mut received = vec![Vec::new(); self.peers()];
        received[own] = mem::take(&mut self.kept);
        let began = Instant::now();
        while self.probe.less_than(self.input.time()) {
            self.stop.check()?;
            if self.spins && began.elapsed() < SPIN {
                self.worker.step();
            } else {
                self.worker.step_or_park(Some(NAP));
            }
        }
        self.traffic.waited += began.elapsed().as_secs_f64();
        self.stop.check()?;
        let next = *self.input.time();
        let mut inbox = self.inbox.borrow_mut();
        for (_, parcel) in inbox.extract_if(.., |(round, _)| *round < next) {
            received[parcel.from as usize] = parcel.bytes;
        }
        Ok(received)
    }

    /// Sends each worker what stands in its place, and gives what each has sent here.
    pub(crate) fn exchange(&mut self, out: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, NotDone> {
        self.send(out);
        self.receive()
    }

    /// Tells everyone the same, and gives what each has told.
    pub(crate) fn gather(&mut self, told: &[u8]) -> Result<Vec<Vec<u8>>, NotDone> {
        let out = vec![told.to_vec(); self.peers()];
        self.exchange(out)
    }

    /// The sums of what every worker tells.
    pub(crate) fn sums(&mut self, own: &[u64]) -> Result<Vec<u64>, NotDone> {
        let mut told = crate::wire::Writer::default();
        for &value in own {
            told.u64(value);
        }
        let mut sums = vec![0u64; own.len()];
        for bytes in self.gather(&told.0)? {
            let mut reader = crate::wire::Reader(&bytes);
            for sum in &mut sums {
                *sum = sum.saturating_add(reader.u64().ok_or_else(NotDone::garbled)?);
            }
        }
        Ok(sums)
    }

    /// The least of what every worker tells.
    pub(crate) fn least(&mut self, own: u64) -> Result<u64, NotDone> {
        let mut least = own;
        for bytes in self.gather(&own.to_le_bytes())? {
            let told = crate::wire::Reader(&bytes).u64();
            least = least.min(told.ok_or_else(NotDone::garbled)?);
        }
        Ok(least)
    }
}
