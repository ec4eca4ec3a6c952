//! What is said of runs over many processes.

use noyau::{Message, Text, messages};

messages! {
    /// Sentences with values in them.
    pub(crate) enum Said {
        Process { process: usize, processes: usize } =>
            "{process} of {processes}",
            "{process} sur {processes}";
        Shape { processes: usize, workers: usize } =>
            "{processes} (workers in each: {workers})",
            "{processes} (travailleurs dans chacun : {workers})";
        Rounds { rounds: u64, sent: String } =>
            "{rounds}, {sent} sent between workers",
            "{rounds}, {sent} envoyés entre travailleurs";
        MemoryEach { counted: String } =>
            "{counted} counted in the fullest worker",
            "{counted} comptés dans le travailleur le plus plein";
        About { count: u64 } =>
            "about {count} to store, at most",
            "environ {count} à garder, au plus";
        Exactly { count: u64 } =>
            "{count} to store",
            "{count} à garder";
        PlanMemory { all: String, least: String } =>
            "{all} a process; {least} with the tiers that wait on disk",
            "{all} par processus ; {least} avec les niveaux qui attendent sur disque";
        Each { bytes: String } =>
            "{bytes} a process",
            "{bytes} par processus";
        Time { seconds: String, hours: String } =>
            "about {seconds} ({hours} hours)",
            "environ {seconds} ({hours} heures)";
        Needed { hosts: u64, memory: String } =>
            "{hosts} needed, with {memory} each",
            "il en faut {hosts}, avec {memory} chacune";
        Resumes { folder: String } =>
            "going on from what {folder} holds",
            "reprise de ce que contient {folder}";
        NotFinished { folder: String, why: Message } =>
            "not finished: {why} ({folder})",
            "inachevé : {why} ({folder})";
        CannotStart { why: String } =>
            "a process of the run cannot be started: {why}",
            "un processus du calcul ne peut démarrer : {why}";
        Launcher =>
            "the process that started this one is gone, or has told it nothing",
            "le processus qui a lancé celui-ci a disparu, ou ne lui a rien dit";
        SecretMissing =>
            "--hosts needs --secret FILE: processes let in only those that know the secret",
            "--hosts demande --secret FICHIER : les processus n'admettent que ceux qui connaissent le secret";
    }
}

macro_rules! words {
    ($($name:ident = $en:literal, $fr:literal;)+) => {
        $(pub(crate) const $name: Text = Text { en: $en, fr: $fr };)+
    };
}

words! {
    PROCESS = "process", "processus";
    PROCESSES = "processes", "processus";
    ROUNDS = "rounds", "tours";
    MEMORY = "memory", "mémoire";
    SOLVED = "solved here", "résolues ici";
    PART = "part", "partie";
    DISK = "disk", "disque";
    HOSTS = "hosts", "machines";
    PUBLISHED = "published", "publié";

    CLUSTER_PLAN = "What a run would take: positions, memory, disk, traffic, rounds, time, and how many hosts it needs",
                   "Ce qu'un calcul demanderait : positions, mémoire, disque, trafic, tours, durée, et combien de machines il faut";
    CLUSTER_PLAN_HOSTS = "On so many hosts, a process each", "Sur autant de machines, un processus chacune";
    CLUSTER_PLAN_MEMORY = "The memory of each host (K, M, G… are understood)", "La mémoire de chaque machine (K, M, G… sont compris)";
    CLUSTER_PLAN_POSITIONS = "How many positions there are, where that is known; about as many as the game expects otherwise",
                             "Combien il y a de positions, si on le sait ; environ ce que le jeu en attend sinon";
    CLUSTER_MEASURE = "Measure first what moves, messages and rounds cost on this machine; takes some seconds",
                      "Mesure d'abord ce que coûtent coups, messages et tours sur cette machine ; prend quelques secondes";

    ADDRESS = "ADDRESS", "ADRESSE";
    CLUSTER = "Solve every position of a game over many processes and hosts", "Résout toutes les positions d'un jeu sur plusieurs processus et machines";
    CLUSTER_SOLVE = "Solve every position; the same command on each host, or --local N for N processes on this one",
                    "Résout toutes les positions ; la même commande sur chaque machine, ou --local N pour N processus sur celle-ci";
    CLUSTER_SAVE = "The folder of the finished parts; until then, what is done is kept in DIR.part",
                   "Le dossier des parties finies ; jusque-là, ce qui est fait est gardé dans DOSSIER.part";
    CLUSTER_LOCAL = "Start so many processes here, which talk over 127.0.0.1", "Lance autant de processus ici, qui se parlent par 127.0.0.1";
    CLUSTER_HOSTS = "The list of processes, one address:port a line, the same file on every host",
                    "La liste des processus, une adresse:port par ligne, le même fichier sur chaque machine";
    CLUSTER_PROCESS = "Which line of the list this process is, counted from 0", "Quelle ligne de la liste est ce processus, comptée depuis 0";
    CLUSTER_SECRET = "A file of at least 16 bytes that only these processes know", "Un fichier d'au moins 16 octets que seuls ces processus connaissent";
    CLUSTER_LISTEN = "Listen on this address instead of the one of the list", "Écoute à cette adresse au lieu de celle de la liste";
    CLUSTER_WORKERS = "Workers in each process, a thread each", "Travailleurs par processus, un fil chacun";
    CLUSTER_MEMORY = "The memory of each process; tiers that do not fit wait on the disk (K, M, G… are understood)",
                     "La mémoire de chaque processus ; les niveaux qui n'y tiennent pas attendent sur le disque (K, M, G… sont compris)";
    CLUSTER_WAIT = "How many seconds to wait for the other processes", "Combien de secondes attendre les autres processus";
    CLUSTER_CHECKPOINT = "In a long tier, keep what is done every so many seconds", "Dans un long niveau, garde ce qui est fait toutes les tant de secondes";
    CLUSTER_LAUNCHED = "For --local: the list and the secret come by the standard input, and the process ends with it",
                       "Pour --local : la liste et le secret viennent par l'entrée standard, et le processus finit avec elle";
}
