//! The words of `noyau serve`.

use noyau::{Message, Text, messages};

messages! {
    /// What the server says.
    pub(crate) enum Told {
        Address { url: String } =>
            "noyau is at {url} (Ctrl-C ends it)",
            "noyau est à l'adresse {url} (Ctrl-C l'arrête)";
        OpenToAll { listen: String } =>
            "it listens at {listen}: whoever reaches this machine can use it",
            "il écoute à l'adresse {listen} : quiconque atteint cette machine peut s'en servir";
    }
}

messages! {
    /// Why there is no server.
    pub(crate) enum NoServer {
        Taken { address: String } =>
            "{address} is taken already: give another --port, or leave it out and the next free one is taken",
            "{address} est déjà pris : donnez un autre --port, ou ne le donnez pas et le premier libre sera pris";
        Address { address: String, why: String } =>
            "the server cannot listen at {address}: {why}",
            "le serveur ne peut pas écouter à l'adresse {address} : {why}";
        State { why: String } =>
            "there is no folder to keep its work in: {why}",
            "pas de dossier où conserver son travail : {why}";
        Tables { path: String, why: String } =>
            "the folder of tables {path} cannot be read: {why}",
            "le dossier de tables {path} est illisible : {why}";
        Broke { why: String } =>
            "the server broke off: {why}",
            "le serveur s'est interrompu : {why}";
        NoBrowser { why: Message } =>
            "the browser was not opened: {why}",
            "le navigateur n'a pas été ouvert : {why}";
    }
}

macro_rules! texts {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

texts! {
    SERVE = "Open the page: play, see and understand games in a browser, on this machine",
            "Ouvre la page : jouer, voir et comprendre des jeux dans un navigateur, sur cette machine";
    PORT = "The port to listen at; the first free one from 8128 on if none is given",
           "Le port où écouter ; le premier libre à partir de 8128 si aucun n'est donné";
    LISTEN = "The address to listen at; 127.0.0.1 is this machine alone",
             "L'adresse où écouter ; 127.0.0.1 est cette machine seule";
    ADDRESS = "ADDRESS", "ADRESSE";
    TABLES = "A folder of tables for the atlas of the page",
             "Un dossier de tables pour l'atlas de la page";
    STATE = "A folder to keep jobs and their tables in; a temporary one if none is given",
            "Un dossier où conserver les travaux et leurs tables ; un dossier temporaire si aucun n'est donné";
    SOLVES = "How many questions are worked on at once; one a processor if none is given",
             "Combien de questions sont traitées à la fois ; une par processeur si rien n'est dit";
    MEMORY = "The most memory that a question may take",
             "Le plus de mémoire que peut prendre une question";
    TIME = "The most seconds that a question may take",
           "Le plus de secondes que peut prendre une question";
    OPEN = "Open the page in the browser", "Ouvre la page dans le navigateur";
}
