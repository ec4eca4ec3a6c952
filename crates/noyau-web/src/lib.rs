//! The page of noyau: a server on this machine, with the page and everything it needs inside the binary.
//!
//! One documented interface (`openapi.json`, served at `/api/openapi.json`) serves the page and whoever else asks. Every
//! answer is stateless but jobs, which run in the server, and the tables that they make.

mod agents;
mod assets;
mod gallery;
mod guard;
mod input;
mod jobs;
mod pool;
mod refusal;
mod routes;
mod rules;
mod server;
mod shelf;
mod state;
mod tables;

pub use server::{Server, Settings, Unbound};

use assets::Assets;
use jobs::Jobs;
use noyau::language::Language;
use pool::Pool;
use shelf::Shelf;
use std::sync::{Arc, OnceLock};
use tables::Tables;

/// Everything that the handlers share.
struct App {
    assets: Assets,
    pool: Pool,
    shelf: Shelf,
    tables: Arc<Tables>,
    jobs: Jobs,
    /// The list of games in each language, written when it is first asked for.
    catalogues: [OnceLock<Vec<u8>>; 2],
}

impl App {
    fn catalogue(&self, language: Language) -> &[u8] {
        let place = &self.catalogues[language as usize];
        place.get_or_init(|| routes::catalogue(language))
    }
}
