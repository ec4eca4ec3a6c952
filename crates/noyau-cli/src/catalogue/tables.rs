//! What is said of tables.

use noyau::{Message, Text, messages};

messages! {
    /// What can be wrong with a table, or with making one.
    pub(crate) enum Trouble {
        Table { path: String, why: Message } =>
            "{path}: {why}",
            "{path} : {why}";
        ContentChanged { game: String } =>
            "the file that {game} is made from is not the one of the table",
            "le fichier dont {game} est fait n'est pas celui de la table";
        DiskFull { path: String } =>
            "{path}: the disk is full; what is finished is kept: make room, and the same command goes on from there",
            "{path} : le disque est plein ; ce qui est fini est gardé : faites de la place, et la même commande reprendra de là";
        Locked { path: String } =>
            "{path}: another process works in this folder",
            "{path} : un autre processus travaille dans ce dossier";
        OtherWork { path: String, game: String, start: String } =>
            "{path}: this is the unfinished work on {game} from {start:?}; finish it, or remove the folder",
            "{path} : c'est le travail inachevé sur {game} depuis {start:?} ; terminez-le, ou supprimez le dossier";
        NotWork { path: String } =>
            "{path}: this folder is no unfinished work on a table; choose another name, or remove it",
            "{path} : ce dossier n'est pas un travail inachevé sur une table ; choisissez un autre nom, ou supprimez-le";
        TooFar =>
            "a distance or margin is too large for a table",
            "une distance ou un écart est trop grand pour une table";
        Exists { path: String } =>
            "{path}: there is something of that name already",
            "{path} : il y a déjà quelque chose de ce nom";
        FileIsFolder { path: String } =>
            "{path}: a table is one file, and this is a folder",
            "{path} : une table est un fichier, et ceci est un dossier";
        NoParts =>
            "a table is split into at least 1 and at most 65536 parts",
            "une table se divise en 1 partie au moins et 65536 au plus";
    }
}

messages! {
    /// Sentences with values in them.
    pub(crate) enum Told {
        Plan { game: String, positions: Message, memory: Message, time: Message } =>
            "{game}: {positions}; {memory}; {time}",
            "{game} : {positions} ; {memory} ; {time}";
        Method { how: Message } =>
            "method: {how}",
            "méthode : {how}";
        PositionsAbout { count: u64 } =>
            "about {count} positions to store",
            "environ {count} positions à garder";
        PositionsUnknown =>
            "how many positions is known when they are found",
            "le nombre de positions se saura en les trouvant";
        MemoryAbout { memory: String, disk: String } =>
            "about {memory} of memory, {disk} on disk",
            "environ {memory} de mémoire, {disk} sur disque";
        MemoryUnknown { limit: String } =>
            "memory as needed, up to {limit}",
            "mémoire selon besoin, jusqu'à {limit}";
        SecondsAbout { seconds: u64 } =>
            "about {seconds} s",
            "environ {seconds} s";
        TimeUnknown =>
            "time unknown",
            "durée inconnue";
        NotFinished { why: Text, folder: String } =>
            "not finished: {why}; what is done is kept in {folder}, and the same command goes on from there",
            "inachevé : {why} ; ce qui est fait est gardé dans {folder}, et la même commande reprendra de là";
        MoreMemory { memory: String, folder: String } =>
            "not finished: about {memory} of memory are needed, which --memory may allow; what is done is kept in {folder}, and the same command goes on from there",
            "inachevé : il faut environ {memory} de mémoire, que --memory peut permettre ; ce qui est fait est gardé dans {folder}, et la même commande reprendra de là";
        TooLarge { why: Message } =>
            "not begun: {why}",
            "pas commencé : {why}";
        GivenUp { why: Message } =>
            "given up: {why}",
            "abandonné : {why}";
        Resumed { folder: String } =>
            "going on from what {folder} holds",
            "reprise de ce que contient {folder}";
        Damaged { folder: String } =>
            "note: a piece in {folder} is damaged; starting anew",
            "note : un morceau dans {folder} est abîmé ; on recommence";
        Stored { stored: u64, of: u64 } =>
            "{of}, {stored} of them stored",
            "{of}, dont {stored} gardées";
        Outcomes { win: u64, draw: u64, loss: u64 } =>
            "{win} won, {draw} drawn, {loss} lost for the side to move",
            "{win} gagnées, {draw} nulles, {loss} perdues pour le camp au trait";
        File { path: String, bytes: String } =>
            "{path}, {bytes}",
            "{path}, {bytes}";
        Files { path: String, bytes: String, files: usize } =>
            "{path}, {bytes} in {files} parts",
            "{path}, {bytes} en {files} parties";
        Blocks { tiers: usize, blocks: u64 } =>
            "{tiers} tiers, {blocks} blocks",
            "{tiers} niveaux, {blocks} blocs";
        Rules { version: u32 } =>
            "version {version}",
            "version {version}";
        LongestIn { plies: u32, position: String } =>
            "{plies} plies, from {position}",
            "{plies} demi-coups, depuis {position}";
        Verified { entries: u64, positions: u64, moves: u64 } =>
            "The table is right: {positions} positions, {entries} entries and {moves} moves checked.",
            "La table est juste : {positions} positions, {entries} entrées et {moves} coups vérifiés.";
        Unchecked { path: String, why: Text } =>
            "{path}: not checked to the end: {why}",
            "{path} : vérification inachevée : {why}";
        Written { path: String, bytes: String } =>
            "{path} written, {bytes}",
            "{path} écrit, {bytes}";
        PartsWritten { count: u32, folder: String } =>
            "{count} parts written into {folder}",
            "{count} parties écrites dans {folder}";
    }
}

macro_rules! words {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

words! {
    TABLE = "table", "table";
    RULES = "rules", "règles";
    START = "start", "départ";
    TELLS = "tells", "donne";
    TELLS_OUTCOME = "outcome and distance of each position", "issue et distance de chaque position";
    TELLS_MARGIN = "the points still to come in each position", "les points encore à venir dans chaque position";
    AND_NIMBERS = ", and its nimber", ", et son nimber";
    OUTCOMES = "outcomes", "issues";
    STRUCTURE = "structure", "structure";
    LONGEST_WIN = "longest win", "plus long gain";
    SINGLE = "one winning move", "un seul coup gagnant";
    TIER = "tier", "niveau";
    WON = "won", "gagnées";
    DRAWN = "drawn", "nulles";
    LOST = "lost", "perdues";
    SECONDS = "seconds", "secondes";

    PHASE_SOLVE = "solving every position", "résolution de toutes les positions";
    PHASE_WRITE = "writing the table", "écriture de la table";
    PHASE_CHECK = "checking the table", "vérification de la table";
    LEFT = "left", "restantes";
}
