//! The page of noyau and its API.
//!
//! The page uses a documented interface (`openapi.json`, served at `/api/openapi.json`) that is open to any
//! program. The API is stateless except for jobs, and the tables that they write. Its handlers are functions from a
//! request to an answer. They have two faces: a local web server, with the page and all its files inside the binary,
//! behind the feature `server`, and a [`Worker`], for a browser that has the library as WebAssembly.
//!
//! ```
//! # #[cfg(feature = "server")] {
//! use noyau_web::{Server, Settings};
//!
//! let settings = Settings {
//!     port: Some(0),
//!     ..Settings::default()
//! };
//! let server = Server::bind(settings).expect("a free port");
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! # }
//! ```

mod agents;
mod answer;
mod context;
mod error;
mod gallery;
mod game_cache;
mod input;
mod jobs;
mod routes;
mod rules;
#[cfg(feature = "server")]
mod server;
mod storage;
mod tables;
mod worker;

pub use answer::{Answer, Request};
#[cfg(feature = "server")]
pub use server::{Server, Settings, Unbound};
pub use worker::{Allowance, Change, Host, Worker};

use game_cache::GameCache;
use jobs::Jobs;
use noyau::language::Language;
use noyau::limits::{Instant, Limits};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tables::Tables;

/// The maximum bytes of cached solutions and open games.
const MAX_CACHED: u64 = 128 << 20;

/// What all handlers share.
struct App {
    allowance: Allowance,
    games: GameCache,
    tables: Arc<Tables>,
    jobs: Jobs,
    /// The list of games in each language, serialised at the first request.
    catalogues: [OnceLock<Vec<u8>>; 2],
}

impl App {
    fn catalogue(&self, language: Language) -> &[u8] {
        let place = &self.catalogues[language as usize];
        place.get_or_init(|| routes::catalogue(language))
    }
}

impl Allowance {
    /// The limits of a task of at most `seconds` from now.
    fn limits(&self, seconds: Option<f64>, stop: Option<Arc<AtomicBool>>) -> Limits {
        let seconds = seconds.filter(|seconds| !seconds.is_nan()).unwrap_or(2.0);
        let seconds = seconds.min(self.time.as_secs_f64()).max(0.01);
        let deadline = Instant::now().checked_add(Duration::from_secs_f64(seconds));
        Limits {
            memory: Some(self.memory),
            process: None,
            deadline: deadline.filter(|_| self.nodes.is_none()),
            nodes: self.nodes,
            stop,
            threads: self.threads,
            progress: None,
        }
    }
}

/// The language that a query asks for: the last `lang` in it.
fn language_of(query: &str) -> Option<Language> {
    let pairs = query.split('&');
    let asked = pairs
        .filter_map(|pair| pair.strip_prefix("lang="))
        .next_back();
    asked.and_then(Language::from_tag)
}
