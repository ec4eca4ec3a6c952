//! Tables on disk: one file, or a folder of parts.

use crate::console::Console;
use crate::failure::Failure;
use crate::progress::{self, Watch};
use crate::{input, messages};
use clap::ArgMatches;
use noyau::documents::Stored;
use noyau::dynamic::{Answer, OpenGame, set_up_table};
use noyau::format::table::Table;
use noyau::verify::table::{Audited, Refused, audit};
use noyau::{Localized, Message, message};
use noyau_files::{ProbeFolder, Unread};
use std::path::{Path, PathBuf};

/// A table on disk, with its path for messages.
pub(crate) struct TableFile {
    path: String,
    file: noyau_files::TableFile,
}

/// Whether a path names a table: a folder, or a file with the magic bytes.
pub(crate) fn is_table(path: &str) -> bool {
    noyau_files::is_table(Path::new(path))
}

impl TableFile {
    /// Opens the file, or all files of the folder.
    pub(crate) fn open(path: &str) -> Result<Self, Failure> {
        let file = noyau_files::TableFile::open(Path::new(path));
        let file = file
            .map_err(|Unread { path, error }| input::unreadable(&path.to_string_lossy(), &error))?;
        let path = path.to_owned();
        Ok(Self { path, file })
    }

    /// Its location, for documents.
    pub(crate) fn stored(&self) -> Stored<'_> {
        Stored {
            path: &self.path,
            files: self.file.files(),
            bytes: self.file.bytes(),
        }
    }

    /// The table.
    pub(crate) fn table(&self) -> Result<Table<'_>, Failure> {
        self.file.table().map_err(|damage| self.failure(&damage))
    }

    /// A failure about the table.
    pub(crate) fn failure(&self, why: &impl Localized) -> Failure {
        Failure::File(self.about(why))
    }

    /// The table's answer for a game's current position. `content` is the checksum of the game's file, if there is
    /// one.
    pub(crate) fn answer(
        &self,
        game: &dyn OpenGame,
        content: Option<&String>,
        quick: bool,
    ) -> Result<Answer, Message> {
        let table = self.file.table().map_err(|damage| self.about(&damage))?;
        let title = &table.header().title;
        if title.game == game.name() && title.content.as_ref() != content {
            return Err(self.about(&content_changed(&title.game)));
        }
        let answer = game.look_up(&table, quick);
        answer.map_err(|refused| self.about(&refused))
    }

    fn about(&self, why: &impl Localized) -> Message {
        let path = &self.path;
        message!("{path}: {why}", "{path} : {why}", why = Message::of(why))
    }

    /// Opens the game of a table, at the table's start, or with all its starts.
    pub(crate) fn game(&self, table: &Table<'_>, most: u64) -> Result<Box<dyn OpenGame>, Failure> {
        let title = &table.header().title;
        let (mut game, content) = input::open_game(&title.game, most)?;
        if content != title.content {
            return Err(self.failure(&content_changed(&title.game)));
        }
        set_up_table(&mut *game, title)?;
        Ok(game)
    }
}

/// The tables that searches ask, as `--tables` names them.
pub(crate) struct Probed {
    console: Console,
    folder: Option<ProbeFolder>,
}

impl Probed {
    /// Makes searches of the game ask the tables of `--tables`, and warns of those that are of no use.
    pub(crate) fn attach(console: Console, matches: &ArgMatches, game: &mut dyn OpenGame) -> Self {
        let path = matches.try_get_one::<PathBuf>("tables").ok().flatten();
        let limits = input::limits(matches);
        let (memory, threads) = (limits.memory, limits.threads());
        let folder = path.map(|path| ProbeFolder::open(path, memory, threads));
        for warning in folder.iter().flat_map(|folder| folder.attach(game)) {
            console.tell(&warning);
        }
        Self { console, folder }
    }

    /// Tells how many positions the tables have answered, and what was wrong with them.
    pub(crate) fn report(&self) {
        let Some(folder) = &self.folder else {
            return;
        };
        for warning in folder.damage() {
            self.console.tell(&warning);
        }
        self.console.tell(&match folder.tables().answered() {
            1 => message!(
                "the tables have answered 1 position",
                "les tables ont répondu pour 1 position"
            ),
            answered => message!(
                "the tables have answered {answered} positions",
                "les tables ont répondu pour {answered} positions"
            ),
        });
    }
}

fn content_changed(game: &str) -> Message {
    message!(
        "the file that {game} is made from is not the one of the table",
        "le fichier dont {game} est fait n'est pas celui de la table"
    )
}

/// The error that a file of a table cannot be written.
pub(crate) fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    if error.kind() == std::io::ErrorKind::StorageFull {
        let path = path.display().to_string();
        return Failure::File(message!(
            "{path}: the disk is full; what is finished is kept: make room, and the same command goes on from there",
            "{path} : le disque est plein ; ce qui est fini est gardé : faites de la place, et la même commande reprendra de là"
        ));
    }
    Failure::writing(path, error)
}

/// Verifies every entry of a table against the rules; `None`, with a message, if a limit is reached.
pub(crate) fn check(
    console: Console,
    matches: &ArgMatches,
    path: &str,
    game: &dyn OpenGame,
    table: &Table<'_>,
) -> Result<Option<Audited>, Refused> {
    let mut limits = progress::limits(matches);
    let watch = Watch::with_time_left(console, messages::PHASE_CHECK, &mut limits);
    let audited = audit(&*game.table_rules(table), table, &limits);
    drop(watch);
    match audited {
        Err(Refused::Stopped(stopped)) => {
            console.tell(&message!(
                "{path}: not checked to the end: {why}",
                "{path} : vérification inachevée : {why}",
                why = messages::stopped(stopped)
            ));
            Ok(None)
        }
        audited => audited.map(Some),
    }
}
