//! Why a run is not finished.

use noyau::limits::Stopped;
use noyau::{Language, Localized, Message, message, messages};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

messages! {
    /// What can go wrong in a run over many processes.
    pub enum Trouble {
        NoLayout { game: String } =>
            "{game}: its positions are not numbered, so that they cannot be shared out; noyau solve --all does it in one process",
            "{game} : ses positions ne sont pas numérotées et ne peuvent être réparties ; noyau solve --all le fait en un processus";
        NotFromStart { game: String } =>
            "{game}: a run over many processes begins at the start of the game",
            "{game} : un calcul réparti commence au départ du jeu";
        NoHosts =>
            "the list of hosts is empty: one address:port a line, the first for process 0",
            "la liste des hôtes est vide : une adresse:port par ligne, la première pour le processus 0";
        BadHost { line: usize, got: String } =>
            "line {line} of the list of hosts: {got:?} is no address:port, as in 192.168.0.7:2101",
            "ligne {line} de la liste des hôtes : {got:?} n'est pas une adresse:port, comme 192.168.0.7:2101";
        HostTwice { line: usize, got: String } =>
            "line {line} of the list of hosts: {got} is there twice",
            "ligne {line} de la liste des hôtes : {got} y est deux fois";
        NoProcess { process: usize, processes: usize } =>
            "there is no process {process}: the list of hosts has {processes}, counted from 0",
            "il n'y a pas de processus {process} : la liste des hôtes en a {processes}, comptés depuis 0";
        EmptySecret =>
            "the secret is shorter than 16 bytes: head -c 32 /dev/urandom > FILE makes a good one",
            "le secret a moins de 16 octets : head -c 32 /dev/urandom > FICHIER en fait un bon";
        CannotListen { address: String, why: String } =>
            "cannot listen on {address}: {why}",
            "impossible d'écouter sur {address} : {why}";
        NotMet { missing: String, seconds: u64 } =>
            "not begun: after {seconds} s these processes are not there: {missing}",
            "pas commencé : après {seconds} s ces processus ne sont pas là : {missing}";
        OtherSecret { peer: String } =>
            "not begun: process {peer} does not know the same secret",
            "pas commencé : le processus {peer} ne connaît pas le même secret";
        OtherVersion { peer: String, theirs: String, ours: String } =>
            "not begun: process {peer} is version {theirs} of noyau, this is {ours}",
            "pas commencé : le processus {peer} est la version {theirs} de noyau, ceci est {ours}";
        OtherWork { peer: String, theirs: String, ours: String } =>
            "not begun: process {peer} works on {theirs}, and this process on {ours}",
            "pas commencé : le processus {peer} travaille à {theirs}, et ce processus à {ours}";
        OtherShape { peer: String, theirs: String, ours: String } =>
            "not begun: process {peer} expects {theirs}, and this process {ours}",
            "pas commencé : le processus {peer} attend {theirs}, et ce processus {ours}";
        NotOurs { peer: String } =>
            "{peer} is no process of noyau: refused",
            "{peer} n'est pas un processus de noyau : refusé";
        Refused { peer: String, why: Message } =>
            "not begun: process {peer} refuses: {why}",
            "pas commencé : le processus {peer} refuse : {why}";
        PeerGone { peer: String } =>
            "process {peer} is gone: the run ends here; what is finished is kept, and the same command goes on from there",
            "le processus {peer} a disparu : le calcul s'arrête ici ; ce qui est fini est gardé, et la même commande reprendra de là";
        PeerSilent { peer: String, seconds: u64 } =>
            "nothing was heard from process {peer} for {seconds} s: the run ends here; what is finished is kept, and the same command goes on from there",
            "rien n'est venu du processus {peer} depuis {seconds} s : le calcul s'arrête ici ; ce qui est fini est gardé, et la même commande reprendra de là";
        PeerFailed { peer: String, why: Message } =>
            "process {peer} has stopped: {why}",
            "le processus {peer} s'est arrêté : {why}";
        Garbled { place: String } =>
            "what a worker read makes no sense ({place}); what is finished is kept, and the same command goes on from there",
            "ce qu'un travailleur a lu n'a pas de sens ({place}) ; ce qui est fini est gardé, et la même commande reprendra de là";
        Inside { what: String } =>
            "a mistake in noyau: {what}; what is finished is kept",
            "une erreur dans noyau : {what} ; ce qui est fini est gardé";
        DiskFull { path: String } =>
            "{path}: the disk is full; what is finished is kept: make room, and the same command goes on from there",
            "{path} : le disque est plein ; ce qui est fini est gardé : faites de la place, et la même commande reprendra de là";
        Disk { path: String, why: String } =>
            "{path}: {why}",
            "{path} : {why}";
        Locked { path: String } =>
            "{path}: another process works in this folder",
            "{path} : un autre processus travaille dans ce dossier";
        OtherFolder { path: String } =>
            "{path}: this holds the work on another game, or something else; finish it, or choose another folder",
            "{path} : ceci contient le travail sur un autre jeu, ou autre chose ; terminez-le, ou choisissez un autre dossier";
        Memory { tier: u32, needed: String, given: String } =>
            "tier {tier} takes {needed} of memory in each worker, and {given} may be used: more processes, or more memory each (--memory)",
            "le niveau {tier} prend {needed} de mémoire par travailleur, et {given} sont permis : il faut plus de processus, ou plus de mémoire chacun (--memory)";
        TierTooLarge { tier: u32 } =>
            "tier {tier} has more than 4294967295 positions in one worker: more processes are needed",
            "le niveau {tier} a plus de 4294967295 positions dans un travailleur : il faut plus de processus";
        TooFar =>
            "a distance or margin is too large for a table",
            "une distance ou un écart est trop grand pour une table";
        Cycle =>
            "play can go round, so that not every position has a nimber",
            "le jeu peut tourner en rond : toutes les positions n'ont pas de nimber";
    }
}

/// Why a run is not finished. What was finished before is kept.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotDone {
    /// A limit was met, or it was interrupted.
    Stopped(Stopped),
    /// It cannot be begun as it was asked for.
    Refused(Message),
    /// Something failed on the way.
    Failed(Message),
}

impl NotDone {
    pub(crate) fn refused(trouble: &Trouble) -> Self {
        Self::Refused(Message::of(trouble))
    }

    pub(crate) fn failed(trouble: &Trouble) -> Self {
        Self::Failed(Message::of(trouble))
    }

    /// What was read, from another worker or from the disk, is not what was written.
    #[track_caller]
    pub(crate) fn garbled() -> Self {
        let place = std::panic::Location::caller();
        let place = format!("{}:{}", place.file(), place.line());
        Self::failed(&Trouble::Garbled { place })
    }

    /// What a disk would not do.
    pub(crate) fn disk(path: &Path, error: &io::Error) -> Self {
        let path = path.display().to_string();
        Self::failed(&match error.kind() {
            io::ErrorKind::StorageFull => Trouble::DiskFull { path },
            _ => Trouble::Disk {
                path,
                why: error.to_string(),
            },
        })
    }

    /// The same as a message.
    pub fn message(&self) -> Message {
        match self {
            Self::Stopped(stopped) => message!(
                "{why}; what is finished is kept, and the same command goes on from there",
                "{why} ; ce qui est fini est gardé, et la même commande reprendra de là",
                why = stopped.text()
            ),
            Self::Refused(message) | Self::Failed(message) => message.clone(),
        }
    }
}

impl Localized for NotDone {
    fn localized(&self, language: Language) -> String {
        self.message().localized(language)
    }
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localized(Language::English))
    }
}

impl std::error::Error for NotDone {}

/// Puts the path to what a disk would not do.
pub(crate) trait At<T> {
    fn at(self, path: impl Into<PathBuf>) -> Result<T, NotDone>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: impl Into<PathBuf>) -> Result<T, NotDone> {
        self.map_err(|error| NotDone::disk(&path.into(), &error))
    }
}
