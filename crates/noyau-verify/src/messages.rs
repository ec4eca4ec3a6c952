//! What is wrong with a certificate, in words.

use noyau_core::cursor::Problem;
use noyau_core::language::{Message, Text};

noyau_core::messages! {
    /// Errors in the form of a certificate.
    pub enum FileProblem {
        NotUtf8 =>
            "this is not text in UTF-8",
            "ce n'est pas du texte en UTF-8";
        Expected { what: Text, found: Message } =>
            "{what} is expected here, not {found}",
            "il faut ici {what}, et non {found}";
        Truncated =>
            "the file ends in the middle of a string",
            "le fichier finit au milieu d'une chaîne";
        ControlCharacter =>
            "a control character in a string is written \\u and four digits",
            "un caractère de contrôle dans une chaîne s'écrit \\u et quatre chiffres";
        BadEscape =>
            "after a backslash comes one of \" \\ / b f n r t, or u and four hexadecimal digits",
            "après une barre oblique inverse vient l'un de \" \\ / b f n r t, ou u et quatre chiffres hexadécimaux";
        NumberTooLarge { got: String } =>
            "{got} is too large; the largest number is 4294967294",
            "{got} est trop grand ; le plus grand nombre est 4294967294";
        MarginTooLarge { got: String } =>
            "{got} is too large for a margin, which has at most nine digits",
            "{got} est trop grand pour un écart, qui a au plus neuf chiffres";
        TooDeep =>
            "brackets are nested too deeply for a certificate",
            "les crochets sont trop imbriqués pour un certificat";
        TooMany =>
            "a graph has at most 4294967294 vertices, and as many edges",
            "un graphe a au plus 4294967294 sommets, et autant d'arêtes";
        RepeatedKey { key: String } =>
            "{key:?} is there a second time",
            "{key:?} apparaît une deuxième fois";
        UnknownKey { key: String, known: String } =>
            "{key:?} has no meaning here; the keys are {known}",
            "{key:?} n'a pas de sens ici ; les clés sont {known}";
        MissingKey { key: String } =>
            "{key:?} is missing in what begins here",
            "{key:?} manque dans ce qui commence ici";
        NotACertificate =>
            "a certificate begins with {{\"noyau\":\"certificate\",\"version\":1",
            "un certificat commence par {{\"noyau\":\"certificate\",\"version\":1";
        UnknownVersion { version: u32 } =>
            "certificates of version {version} are not known here, only those of version 1",
            "les certificats de version {version} sont inconnus ici, seule la version 1 l'est";
        UnknownKind { kind: String } =>
            "{kind:?} is no kind of certificate; the kinds are attractor, game, kernel, nimbers, outcome, proof, solve and strategy",
            "{kind:?} n'est pas une sorte de certificat ; ce sont attractor, game, kernel, nimbers, outcome, proof, solve et strategy";
        UnknownVertex { name: String } =>
            "{name:?} is no vertex: no edges are given for it",
            "{name:?} n'est pas un sommet : ses arêtes ne sont pas données";
        UnknownSide { name: String } =>
            "{name:?} is no side; a side is \"first\" or \"second\"",
            "{name:?} n'est pas un camp ; un camp est \"first\" ou \"second\"";
        UnknownClaim { word: String, known: Text } =>
            "{word:?} cannot be claimed here; {known} can",
            "{word:?} ne peut pas être annoncé ici ; on peut annoncer {known}";
        Unwanted { key: String } =>
            "{key:?} does not go with the rest of the claim",
            "{key:?} ne va pas avec le reste de l'annonce";
        FinalHasEdges { name: String } =>
            "{name:?} is declared final, but edges leave it",
            "{name:?} est déclaré final, mais des arêtes en sortent";
        WonByNobody { name: String } =>
            "{name:?} is declared won by a side, but the graph has no owners",
            "{name:?} est déclaré gagné par un camp, mais les sommets n'ont pas de propriétaire";
    }
}

noyau_core::messages! {
    /// The first error in the claim of a certificate.
    pub enum Wrong {
        NothingSaid { vertex: String } =>
            "nothing is said of {vertex:?}",
            "rien n'est dit de {vertex:?}";
        EndsTwice { vertex: String } =>
            "{vertex:?} is declared final twice",
            "{vertex:?} est déclaré final deux fois";
        NoOwners =>
            "an attractor belongs to a side, but the graph has no owners",
            "un attracteur est celui d'un camp, mais les sommets n'ont pas de propriétaire";

        SinkMark { vertex: String, claim: Message } =>
            "vertex {vertex:?} is claimed {claim}, but it has no successor, so it is lost in 0",
            "le sommet {vertex:?} est annoncé {claim}, mais il n'a pas de successeur, donc il est perdu en 0";
        KernelNotStable { vertex: String, claim: Message, successor: String } =>
            "vertex {vertex:?} is claimed {claim}, but its successor {successor:?} is lost too",
            "le sommet {vertex:?} est annoncé {claim}, mais son successeur {successor:?} est perdu aussi";
        KernelNotAbsorbing { vertex: String, claim: Message } =>
            "vertex {vertex:?} is claimed {claim}, but none of its successors is lost",
            "le sommet {vertex:?} est annoncé {claim}, mais aucun de ses successeurs n'est perdu";
        LostButNotForced { vertex: String, claim: Message, successor: String } =>
            "vertex {vertex:?} is claimed {claim}, but play can go on to {successor:?}, which is undecided",
            "le sommet {vertex:?} est annoncé {claim}, mais on peut aller à {successor:?}, qui est indécis";
        UndecidedButWon { vertex: String, successor: String } =>
            "vertex {vertex:?} is claimed undecided, but its successor {successor:?} is lost, so it is won",
            "le sommet {vertex:?} est annoncé indécis, mais son successeur {successor:?} est perdu, donc il est gagné";
        UndecidedButLost { vertex: String } =>
            "vertex {vertex:?} is claimed undecided, but all its successors are won, so it is lost",
            "le sommet {vertex:?} est annoncé indécis, mais tous ses successeurs sont gagnés, donc il est perdu";
        KernelDistance { vertex: String, claim: Message, truth: Message } =>
            "vertex {vertex:?} is claimed {claim}, but by what is claimed of its successors it is {truth}",
            "le sommet {vertex:?} est annoncé {claim}, mais d'après ses successeurs il est {truth}";

        FinalValue { vertex: String, claim: Message, truth: Message } =>
            "{vertex:?} is claimed {claim}, but it is final and {truth}",
            "{vertex:?} est annoncé {claim}, mais c'est une fin : {truth}";
        Value { vertex: String, claim: Message, successor: String, other: Message, truth: Message } =>
            "{vertex:?} is claimed {claim}, but its best move leads to {successor:?}, which is claimed {other}: so it is {truth}",
            "{vertex:?} est annoncé {claim}, mais son meilleur coup mène à {successor:?}, annoncé {other} : c'est donc {truth}";
        ValueOfSame { vertex: String, claim: Message, successor: String, other: Message, truth: Message } =>
            "{vertex:?} is claimed {claim}, but its best move leads to {successor:?}, where the same side moves and which is claimed {other}: so it is {truth}",
            "{vertex:?} est annoncé {claim}, mais son meilleur coup mène à {successor:?}, où le même camp joue, annoncé {other} : c'est donc {truth}";

        TargetRank { vertex: String, claim: Message } =>
            "vertex {vertex:?} is a target and so has rank 0, but it is claimed {claim}",
            "le sommet {vertex:?} est une cible, donc de rang 0, mais il est annoncé {claim}";
        NotATarget { vertex: String } =>
            "vertex {vertex:?} is claimed of rank 0, but it is no target",
            "le sommet {vertex:?} est annoncé de rang 0, mais ce n'est pas une cible";
        FinalRank { vertex: String, claim: Message } =>
            "vertex {vertex:?} is claimed {claim}, but it is final and no target, so it is outside",
            "le sommet {vertex:?} est annoncé {claim}, mais il est final sans être une cible, donc dehors";
        Rank { vertex: String, claim: Message, owner: &'static str, successor: String, other: Message, truth: Message } =>
            "vertex {vertex:?} is claimed {claim}, but its owner {owner} does best to move to {successor:?}, which is claimed {other}: so it is {truth}",
            "le sommet {vertex:?} est annoncé {claim}, mais le mieux pour son propriétaire {owner} est d'aller à {successor:?}, annoncé {other} : il est donc {truth}";

        Cycle { cycle: String } =>
            "the graph has the cycle {cycle}, so it has no nimbers",
            "le graphe a le cycle {cycle}, donc pas de nimbers";
        NimberTaken { vertex: String, nimber: u32, successor: String } =>
            "vertex {vertex:?} is claimed to have nimber {nimber}, but its successor {successor:?} has it too",
            "le sommet {vertex:?} est annoncé de nimber {nimber}, mais son successeur {successor:?} aussi";
        NimberSkipped { vertex: String, nimber: u32, less: u32 } =>
            "vertex {vertex:?} is claimed to have nimber {nimber}, but none of its successors has nimber {less}",
            "le sommet {vertex:?} est annoncé de nimber {nimber}, mais aucun de ses successeurs n'a le nimber {less}";

        NotAMove { from: String, to: String } =>
            "the strategy moves from {from:?} to {to:?}, but there is no such edge",
            "la stratégie joue de {from:?} à {to:?}, mais cette arête n'existe pas";
        NotOwned { vertex: String, owner: &'static str, player: &'static str } =>
            "the strategy of {player} moves at {vertex:?}, which belongs to {owner}",
            "la stratégie de {player} joue en {vertex:?}, qui appartient à {owner}";
        Silent { line: String, player: &'static str } =>
            "play can come by {line} to where the strategy of {player} is silent",
            "on peut arriver par {line} là où la stratégie de {player} ne dit rien";
        NotWon { line: String, winner: &'static str } =>
            "the play {line} follows the strategy and is not won by {winner}",
            "la partie {line} suit la stratégie et n'est pas gagnée par {winner}";
        Lost { line: String, player: &'static str } =>
            "the play {line} follows the strategy of {player} and is lost",
            "la partie {line} suit la stratégie de {player} et est perdue";
        Endless { cycle: String } =>
            "play that follows the strategy can go round {cycle} for ever",
            "une partie qui suit la stratégie peut tourner sans fin : {cycle}";
        NeverReached { vertex: String } =>
            "the strategy moves at {vertex:?}, but play that follows it never comes there",
            "la stratégie joue en {vertex:?}, mais en la suivant on n'y arrive jamais";

        Points { game: String } =>
            "{game} is played for points, so this kind of certificate says nothing of it; those of margins are of kind proof or outcome",
            "on joue à {game} pour des points, donc cette sorte de certificat n'en dit rien ; ceux des écarts sont de sorte proof ou outcome";
        NotAPosition { text: String, why: Problem } =>
            "a value is claimed for {text:?}, which is no position: {why}",
            "une valeur est annoncée pour {text:?}, qui n'est pas une position : {why}";
        OtherText { text: String, right: String } =>
            "the position {text:?} is to be written {right:?}",
            "la position {text:?} doit s'écrire {right:?}";
        OtherName { text: String, right: String } =>
            "the game {text:?} is to be written {right:?}",
            "le jeu {text:?} doit s'écrire {right:?}";
        PositionMissing { position: String } =>
            "the claim is about {position:?}, but no value is given for it",
            "l'annonce porte sur {position:?}, mais aucune valeur n'est donnée pour elle";
        ChildMissing { position: String, mv: String, child: String } =>
            "from {position:?} the move {mv} leads to {child:?}, for which no value is given",
            "de {position:?}, le coup {mv} mène à {child:?}, dont la valeur n'est pas donnée";
        NotExact { position: String, least: Message, most: Message } =>
            "{position:?} is claimed to be at least {least} and at most {most}, which leaves its value open",
            "{position:?} est annoncé au moins {least} et au plus {most}, ce qui laisse sa valeur ouverte";
        NotDecided { position: String, least: Message, most: Message } =>
            "{position:?} is claimed to be at least {least} and at most {most}, which leaves open who wins",
            "{position:?} est annoncé au moins {least} et au plus {most}, ce qui laisse ouvert qui gagne";
        NotReached { position: String, claim: Message } =>
            "{position:?} is claimed to be at least {claim}, but no move is shown that brings as much",
            "{position:?} est annoncé au moins {claim}, mais aucun coup montré n'apporte autant";
        NotBounded { position: String, claim: Message, mv: String, child: String } =>
            "{position:?} is claimed to be at most {claim}, but the move {mv} leads to {child:?}, which may bring more by what is claimed of it",
            "{position:?} est annoncé au plus {claim}, mais le coup {mv} mène à {child:?}, qui peut apporter plus d'après ce qui en est annoncé";
        EndlessReached { position: String, claim: Message } =>
            "{position:?} is claimed to be at least {claim}, but no move is shown that brings as much by claims of lower rank: play might go on for ever",
            "{position:?} est annoncé au moins {claim}, mais aucun coup montré n'apporte autant par des annonces de rang inférieur : la partie pourrait ne jamais finir";
        EndlessBounded { position: String, claim: Message, mv: String, child: String } =>
            "{position:?} is claimed to be at most {claim}, but what is claimed of {child:?}, after the move {mv}, has no lower rank: play might go on for ever",
            "{position:?} est annoncé au plus {claim}, mais ce qui est annoncé de {child:?}, après le coup {mv}, n'est pas de rang inférieur : la partie pourrait ne jamais finir";
        UnknownProof { kind: String } =>
            "{kind:?} is no kind of proof; the kinds are proof and outcome",
            "{kind:?} n'est pas une sorte de preuve ; ce sont proof et outcome";
        UnknownScore { text: String } =>
            "{text:?} cannot be claimed here",
            "{text:?} ne peut pas être annoncé ici";
        Step { step: u64, line: String, why: StepFault } =>
            "step {step}, after the moves [{line}]: {why}",
            "pas {step}, après les coups [{line}] : {why}";
        RulesOpen { game: String, why: Message } =>
            "the rules of {game} leave something open, so nothing follows from them: {why}",
            "les règles de {game} laissent quelque chose ouvert, donc rien n'en découle : {why}";
        NoMoves { position: String } =>
            "the rules give neither a move nor an end in {position:?}",
            "les règles ne donnent ni coup ni fin dans {position:?}";
        MovePlayed { position: String, mv: String, why: Problem } =>
            "the rules list the move {mv} in {position:?} and refuse it: {why}",
            "les règles proposent le coup {mv} dans {position:?} et le refusent : {why}";
    }
}

noyau_core::messages! {
    /// Why a step of a proof is wrong.
    pub enum StepFault {
        NoStep =>
            "the proof ends before the claim is proved",
            "la preuve finit avant que l'annonce soit prouvée";
        AtTheEnd =>
            "the game is over there, and what is claimed does not hold",
            "la partie y est finie, et ce qui est annoncé est faux";
        NoMove { number: usize, moves: usize } =>
            "there is no move number {number} among {moves}",
            "il n'y a pas de coup numéro {number} parmi {moves}";
        NotAll =>
            "that a position is worth at most so much takes all moves, not one",
            "qu'une position vaut au plus tant demande tous les coups, et non un seul";
        Outside { back: u64 } =>
            "the claim {back} before the last is not in the window",
            "l'annonce {back} avant la dernière n'est pas dans la fenêtre";
        OtherPosition { back: u64 } =>
            "the claim {back} before the last is about another position",
            "l'annonce {back} avant la dernière porte sur une autre position";
        OtherClaim { back: u64 } =>
            "the claim {back} before the last does not say as much",
            "l'annonce {back} avant la dernière n'en dit pas autant";
        StillOpen { back: u64 } =>
            "the claim {back} before the last is not proved yet, and endless play would break it",
            "l'annonce {back} avant la dernière n'est pas encore prouvée, et une partie sans fin la romprait";
        NoParts =>
            "parts prove only who wins a game of placing pieces, where a side without a move loses",
            "des parties ne prouvent que qui gagne un jeu de placement, où qui ne peut pas jouer perd";
        LargePart { most: u32 } =>
            "a part has more than {most} cells",
            "une partie a plus de {most} cases";
        Across =>
            "a move of the other side does not lie in one part",
            "un coup de l'autre camp n'est pas dans une seule partie";
        SumNotWon =>
            "the sum of the parts is not won",
            "la somme des parties n'est pas gagnée";
    }
}
