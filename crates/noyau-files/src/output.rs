//! The one rule for the files that noyau writes.
//!
//! Only regular files are replaced, and only as a whole: the new content is written to FILE.part, which gets its name
//! when it is complete and on the disk. Symbolic links are followed and kept. What is not an earlier file of the
//! same work is replaced only if the user insists. FILE.part is locked, so that two processes do not write the
//! same file at once.

use noyau::format::proof::Resumable;
use noyau::{Message, message};
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

noyau::messages! {
    /// Why a file is not written.
    pub enum Refused {
        Special =>
            "this is no regular file, and only regular files are replaced",
            "ce n'est pas un fichier ordinaire, et seuls les fichiers ordinaires sont remplacés";
        Folder =>
            "this is a folder, and a file is to be written",
            "c'est un dossier, et il faut écrire un fichier";
        Other =>
            "this file is not an earlier one of the same kind and game; --force replaces it",
            "ce fichier n'en est pas un ancien de même sorte et du même jeu ; --force le remplace";
        Busy =>
            "another process is writing this file",
            "un autre processus écrit ce fichier";
        Links =>
            "too many symbolic links",
            "trop de liens symboliques";
    }
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> Self {
        Self::other(refused)
    }
}

/// Why a file could not be written, with its path.
pub fn why_unwritten(path: &Path, error: &io::Error) -> Message {
    let refused = error
        .get_ref()
        .and_then(|why| why.downcast_ref::<Refused>());
    if let Some(refused) = refused {
        return message!(
            "{path}: {why}",
            "{path} : {why}",
            path = path.display().to_string(),
            why = *refused
        );
    }
    let why = match error.kind() {
        io::ErrorKind::NotFound => message!("there is no such folder", "ce dossier n'existe pas"),
        io::ErrorKind::NotADirectory => message!(
            "a part of its path is no folder",
            "une partie de son chemin n'est pas un dossier"
        ),
        io::ErrorKind::PermissionDenied => message!("not permitted", "ce n'est pas permis"),
        io::ErrorKind::ReadOnlyFilesystem => message!(
            "the file system is read-only",
            "le système de fichiers est en lecture seule"
        ),
        io::ErrorKind::StorageFull => message!("the disk is full", "le disque est plein"),
        _ => message!("{error}", "{error}"),
    };
    message!(
        "{path}: the file cannot be written: {why}",
        "{path} : le fichier ne peut pas être écrit : {why}",
        path = path.display().to_string(),
        why = why
    )
}

/// The path with a suffix.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The first bytes of a file; none if it cannot be read.
pub fn head(path: &Path, length: usize) -> Vec<u8> {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(length as u64).read_to_end(&mut head));
    if read.is_err() {
        head.clear();
    }
    head
}

/// Whether the content of a file begins with these bytes.
pub fn begins_with(path: &Path, mark: &[u8]) -> bool {
    head(path, mark.len()) == mark
}

/// The file that a path names, behind its symbolic links, if it may be written: there is no such file, or it is a
/// regular file that is empty or of the same work.
pub fn destination(path: &Path, is_same_work: impl FnOnce(&Path) -> bool) -> io::Result<PathBuf> {
    let path = followed(path)?;
    match fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(path),
        Err(error) => Err(error),
        Ok(there) if there.is_dir() => Err(Refused::Folder.into()),
        Ok(there) if !there.is_file() => Err(Refused::Special.into()),
        Ok(there) if there.len() == 0 || is_same_work(&path) => Ok(path),
        Ok(_) => Err(Refused::Other.into()),
    }
}

/// The path behind symbolic links, whether there is a file or not.
fn followed(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_symlink() => {
                let target = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(target);
            }
            _ => return Ok(path),
        }
    }
    Err(Refused::Links.into())
}

/// Whether a path names a pipe, a terminal or the like, to which output is streamed.
fn is_stream(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        fs::metadata(path).is_ok_and(|there| {
            let kind = there.file_type();
            kind.is_fifo() || kind.is_char_device()
        })
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// A file that gets its name when it is complete. Until then it is FILE.part, and an existing file is kept.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    /// `None` for a stream, which is written directly.
    part: Option<PathBuf>,
    file: BufWriter<File>,
    /// Whether FILE.part stays when it is not finished, to be resumed.
    stays: bool,
}

impl OutputFile {
    /// Begins a file; a pipe or a terminal is written to directly. `is_same_work` says whether an existing file is
    /// an earlier one, which may be replaced.
    pub fn create(path: &Path, is_same_work: impl FnOnce(&Path) -> bool) -> io::Result<Self> {
        if is_stream(path) {
            let file = File::options().write(true).open(path)?;
            return Ok(Self::new(path.to_owned(), None, file));
        }
        Self::replacing(path, is_same_work)
    }

    /// The same, but streams are refused.
    pub fn replacing(path: &Path, is_same_work: impl FnOnce(&Path) -> bool) -> io::Result<Self> {
        let path = destination(path, is_same_work)?;
        let part = beside(&path, ".part");
        let file = locked(&part)?;
        file.set_len(0)?;
        Ok(Self::new(path, Some(part), file))
    }

    /// The same, but FILE.part keeps what an earlier process left in it, and stays for a later one if it is not
    /// finished.
    pub fn resuming(path: &Path, is_same_work: impl FnOnce(&Path) -> bool) -> io::Result<Self> {
        let path = destination(path, is_same_work)?;
        let part = beside(&path, ".part");
        let file = locked(&part)?;
        let mut output = Self::new(path, Some(part), file);
        output.stays = true;
        Ok(output)
    }

    /// The file itself, to read what is in it and to go on.
    pub fn part(&mut self) -> PartFile<'_> {
        PartFile(self.file.get_mut())
    }

    fn new(path: PathBuf, part: Option<PathBuf>, file: File) -> Self {
        let file = BufWriter::with_capacity(1 << 16, file);
        let stays = false;
        Self {
            path,
            part,
            file,
            stays,
        }
    }

    /// Where to write.
    pub fn out(&mut self) -> &mut dyn Write {
        &mut self.file
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(part) = &self.part {
            self.file.get_ref().sync_all()?;
            move_to(part, &self.path)?;
            self.part = None;
        }
        Ok(())
    }

    /// Replaces the file by this content and keeps the lock, to replace it again later.
    pub fn publish(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        whole_or_not(&beside(&self.path, ".new"), &self.path, write)
    }
}

/// A file that a proof goes on in.
#[derive(Debug)]
pub struct PartFile<'a>(&'a mut File);

impl Read for PartFile<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.0.read(room)
    }
}

impl Write for PartFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Seek for PartFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

impl Resumable for PartFile<'_> {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.0.set_len(length)?;
        self.0.seek(SeekFrom::Start(length)).map(drop)
    }
}

impl Drop for OutputFile {
    /// Removes the file unless it was finished.
    fn drop(&mut self) {
        let begun = || {
            self.file
                .get_ref()
                .metadata()
                .is_ok_and(|file| file.len() > 0)
        };
        if let Some(part) = self.part.as_ref().filter(|_| !(self.stays && begun())) {
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a whole file, or nothing.
pub fn write(
    path: &Path,
    content: &[u8],
    is_same_work: impl FnOnce(&Path) -> bool,
) -> io::Result<()> {
    let mut file = OutputFile::create(path, is_same_work)?;
    file.out().write_all(content)?;
    file.finish()
}

/// Opens and locks a file. One that a killed process left is used again.
fn locked(path: &Path) -> io::Result<File> {
    loop {
        if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(Refused::Busy.into());
        }
        let file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Refused::Busy.into()),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The other process may have renamed or removed it in between.
        if fs::metadata(path).is_ok_and(|there| is_same(&there, &file)) {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_same(there: &Metadata, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata()
        .is_ok_and(|own| (own.dev(), own.ino()) == (there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn is_same(there: &Metadata, file: &File) -> bool {
    let created = file.metadata().and_then(|own| own.created());
    created.ok() == there.created().ok()
}

/// Renames a complete file, and makes the new name survive a power failure where folders can be synchronised.
fn move_to(draft: &Path, to: &Path) -> io::Result<()> {
    fs::rename(draft, to)?;
    let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Ok(folder) = File::open(parent.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a file under a draft name and renames it once it is safely on disk.
pub fn whole_or_not(
    draft: &Path,
    to: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let to = destination(to, |_| true)?;
    write_and_move(draft, write, |file| {
        file.sync_all()?;
        move_to(draft, &to)
    })
}

/// Writes a draft and lets `finish` rename it; a draft that fails is removed.
pub(crate) fn write_and_move(
    draft: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    finish: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let moved = File::create(draft).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        write(&mut out)?;
        finish(&out.into_inner()?)
    });
    if moved.is_err() {
        // A partial file only takes space, which may be the problem.
        let _ = fs::remove_file(draft);
    }
    moved
}
