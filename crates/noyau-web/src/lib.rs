//! The page of noyau: a local web server, with the page and all its files inside the binary.
//!
//! The page uses a documented interface (`openapi.json`, served at `/api/openapi.json`) that is open to any
//! program. The API is stateless except for jobs, which run in the server, and the tables that they write.
//!
//! ```
//! use noyau_web::{Server, Settings};
//!
//! let settings = Settings {
//!     port: Some(0),
//!     ..Settings::default()
//! };
//! let server = Server::bind(settings).expect("a free port");
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! ```

mod agents;
mod assets;
mod connections;
mod context;
mod error;
mod gallery;
mod game_cache;
mod input;
mod jobs;
mod limiter;
mod origin_check;
mod routes;
mod rules;
mod server;
mod state;
mod tables;

pub use server::{Server, Settings, Unbound};

use assets::Assets;
use connections::Connections;
use game_cache::GameCache;
use jobs::Jobs;
use limiter::Limiter;
use noyau::language::Language;
use std::sync::{Arc, OnceLock};
use tables::Tables;

/// The state shared by all handlers.
struct App {
    assets: Assets,
    connections: Connections,
    limiter: Limiter,
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
