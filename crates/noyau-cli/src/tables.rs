//! Tables on the disk: one file, or a folder of parts.

use crate::catalogue::Complaint;
use crate::catalogue::tables::Trouble;
use crate::failure::Failure;
use crate::input;
use noyau::Message;
use noyau::erased::{Answer, OpenGame};
use noyau::language::Localized;
use noyau::store::table::Table;
use noyau::store::{Damage, fingerprint};
use noyau_files::Unread;
use std::cell::RefCell;
use std::path::Path;

/// A table on the disk, with what it is called in complaints.
pub(crate) struct TableFile {
    path: String,
    file: noyau_files::TableFile,
}

/// Whether a path names a table: a folder, or a file that begins like one.
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

    /// How many bytes there are.
    pub(crate) fn bytes(&self) -> u64 {
        self.file.bytes()
    }

    /// How many files there are.
    pub(crate) fn files(&self) -> usize {
        self.file.files()
    }

    /// The table.
    pub(crate) fn table(&self) -> Result<Table<'_>, Failure> {
        self.file.table().map_err(|damage| self.damaged(&damage))
    }

    /// The failure of a table to be read.
    pub(crate) fn damaged(&self, damage: &Damage) -> Failure {
        self.failure(Message::of(damage))
    }

    /// A failure that has to do with the table.
    pub(crate) fn failure(&self, why: Message) -> Failure {
        Failure::File(self.about(why))
    }

    /// The failure of a table to be what it should.
    pub(crate) fn refused(&self, refused: &impl Localized) -> Failure {
        self.failure(Message::of(refused))
    }

    /// What the table says of the position that a game is in. `content` is the checksum of the file that the game is made
    /// from, if it is.
    pub(crate) fn answer(
        &self,
        game: &dyn OpenGame,
        content: Option<&String>,
        quick: bool,
    ) -> Result<Answer, Message> {
        let table = self
            .file
            .table()
            .map_err(|damage| self.about(Message::of(&damage)))?;
        let title = &table.header().title;
        if title.game == game.name() && title.content.as_ref() != content {
            let game = title.game.clone();
            return Err(self.about(Message::of(&Trouble::ContentChanged { game })));
        }
        let answer = game.look_up(&table, quick);
        answer.map_err(|refused| self.about(Message::of(&refused)))
    }

    fn about(&self, why: Message) -> Message {
        let path = self.path.clone();
        Message::of(&Trouble::Table { path, why })
    }

    /// Opens the game of a table, at the table's start.
    pub(crate) fn game(&self, table: &Table<'_>, most: u64) -> Result<Box<dyn OpenGame>, Failure> {
        let title = &table.header().title;
        let (mut game, content) = open_game(&title.game, most)?;
        if content != title.content {
            let game = title.game.clone();
            return Err(self.failure(Message::of(&Trouble::ContentChanged { game })));
        }
        if game.position() != title.start {
            game.set(&title.start)?;
        }
        Ok(game)
    }
}

/// Opens a game by its name, with the checksum of the file that it is made from, if it is.
pub(crate) fn open_game(
    name: &str,
    most: u64,
) -> Result<(Box<dyn OpenGame>, Option<String>), Failure> {
    let seen = RefCell::new(None);
    let game = noyau_games::open(name, &|path| {
        let content = input::read(path, most)?;
        *seen.borrow_mut() = Some(fingerprint(&content));
        Ok(content)
    })?;
    Ok((game, seen.into_inner()))
}

/// The failure of a file of a table to be written.
pub(crate) fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    if error.kind() == std::io::ErrorKind::StorageFull {
        let path = path.display().to_string();
        return Failure::File(Message::of(&Trouble::DiskFull { path }));
    }
    Failure::File(Message::of(&Complaint::CannotWrite {
        path: path.display().to_string(),
        why: error.to_string(),
    }))
}

/// A number of bytes as people read it.
pub(crate) fn amount(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && value < 100.0);
    format!("{value:.digits$} {}", UNITS[unit])
}

/// Says something in the language of the console.
pub(crate) fn said(console: crate::console::Console, what: &impl Localized) -> String {
    what.localized(console.language)
}
