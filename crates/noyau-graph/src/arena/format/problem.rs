//! Errors in graph files; each message says what is expected.

use noyau_core::language::{Message, Text};
use noyau_core::source::SourceError;

noyau_core::messages! {
    /// Errors in graph files.
    pub enum ReadProblem {
        // The text itself.
        Empty =>
            "the file is empty",
            "le fichier est vide";
        NoVertex =>
            "this graph has no vertex: a graph needs at least one",
            "ce graphe n'a aucun sommet : il en faut au moins un";
        NotUtf8 =>
            "this is not UTF-8 text: save the file as UTF-8",
            "ce n'est pas du texte UTF-8 : enregistrez le fichier en UTF-8";
        Utf16 =>
            "this is UTF-16 text: save the file as UTF-8",
            "c'est du texte UTF-16 : enregistrez le fichier en UTF-8";
        ZeroByte =>
            "a zero character: a graph file is plain text without any",
            "un caractère nul : un fichier de graphe est du texte simple, sans ce caractère";
        LongLine { limit: usize } =>
            "this line is longer than {limit} bytes: break it into several",
            "cette ligne dépasse {limit} octets : coupez-la en plusieurs";
        LongName { limit: usize } =>
            "this name is longer than {limit} bytes: give a shorter one",
            "ce nom dépasse {limit} octets : donnez-en un plus court";
        TooLarge { limit: usize } =>
            "a graph has at most {limit} vertices and as many edges: this one has more",
            "un graphe a au plus {limit} sommets et autant d'arêtes : celui-ci en a davantage";
        AfterEnd =>
            "nothing may follow here: the file is complete without it",
            "rien ne doit suivre ici : le fichier est complet sans cela";
        Expected { wanted: Text, found: Message } =>
            "expected {wanted}, found {found}",
            "il faut ici {wanted}, et non {found}";

        // Names and strings.
        UnclosedString =>
            "this string has no closing quote on its line",
            "cette chaîne n'a pas de guillemet fermant sur sa ligne";
        SingleQuotes =>
            "JSON strings stand between double quotes; for a Python dictionary choose the format `python`",
            "en JSON, les chaînes sont entre guillemets doubles ; pour un dictionnaire Python, choisissez le format `python`";
        ControlCharacter =>
            "a control character inside a JSON string: write it as an escape such as `\\t`",
            "un caractère de contrôle dans une chaîne JSON : écrivez-le avec un échappement comme `\\t`";
        UnknownEscape =>
            "an escape that is not known here: use `\\\\`, `\\\"`, `\\n`, `\\t` or `\\u` and four hexadecimal digits",
            "un échappement inconnu ici : utilisez `\\\\`, `\\\"`, `\\n`, `\\t` ou `\\u` et quatre chiffres hexadécimaux";
        LoneSurrogate =>
            "half of a surrogate pair: write both halves, `\\ud83d\\ude00`, or the character itself",
            "la moitié d'une paire de substitution : écrivez les deux moitiés, `\\ud83d\\ude00`, ou le caractère lui-même";
        NotWhole =>
            "a vertex is called by a whole number or a string: put any other name between quotes",
            "un sommet s'appelle par un entier ou une chaîne : mettez tout autre nom entre guillemets";
        LeadingZero =>
            "a number does not start with 0: drop the zeros, or put the name between quotes",
            "un nombre ne commence pas par 0 : supprimez les zéros, ou mettez le nom entre guillemets";
        StringPrefix =>
            "a string with a prefix is not read: write it without one",
            "une chaîne avec préfixe n'est pas lue : écrivez-la sans préfixe";
        OneTuple =>
            "a tuple of one needs a comma, as in `(1,)`",
            "un tuple à un élément s'écrit avec une virgule, comme `(1,)`";
        DeepTuple { limit: usize } =>
            "tuples are nested more than {limit} deep in this name",
            "des tuples sont imbriqués sur plus de {limit} niveaux dans ce nom";
        TrailingComma =>
            "JSON has no comma before a closing bracket: remove it",
            "en JSON, pas de virgule avant un crochet fermant : supprimez-la";
        EmptyBraces =>
            "`{{}}` is an empty dictionary in Python: write `[]` for no successors",
            "`{{}}` est un dictionnaire vide en Python : écrivez `[]` pour aucun successeur";

        // The content of the file.
        UnknownVertex { name: String } =>
            "no vertex is called `{name}`: give it a line of its own",
            "aucun sommet ne s'appelle `{name}` : donnez-lui sa propre ligne";
        RepeatedVertex { name: String } =>
            "`{name}` has a line already: put all that concerns it in one",
            "`{name}` a déjà une ligne : réunissez ce qui le concerne en une seule";
        RepeatedName { name: String } =>
            "another vertex is called `{name}` already: names must differ",
            "un autre sommet s'appelle déjà `{name}` : les noms doivent être distincts";
        RepeatedKey { key: String } =>
            "the key `{key}` is given a second time: keep one of the two",
            "la clef `{key}` est donnée une seconde fois : gardez l'une des deux";
        UnknownKey { key: String } =>
            "unknown key `{key}`: beside `edges` there may be `owner`, `start`, `first`, `second` and `draw`",
            "clef inconnue `{key}` : à côté de `edges` il peut y avoir `owner`, `start`, `first`, `second` et `draw`";
        MissingEdges =>
            "the key `edges` is missing: it holds the dictionary from vertices to successors",
            "il manque la clef `edges`, qui contient le dictionnaire des sommets et de leurs successeurs";
        UnknownOwner { found: String } =>
            "an owner is `first` or `second`, not `{found}`",
            "un propriétaire est `first` ou `second`, pas `{found}`";
        MissingOwner { name: String } =>
            "`{name}` has no owner although others have: give it `first` or `second`",
            "`{name}` n'a pas de propriétaire alors que d'autres en ont un : donnez-lui `first` ou `second`";
        OwnerTwice { name: String } =>
            "`{name}` is given another owner here: keep one of the two",
            "`{name}` reçoit ici un autre propriétaire : gardez l'un des deux";
        UnknownEnding { found: String } =>
            "a final position is won by `first`, by `second`, or a `draw`, not `{found}`",
            "une position finale est gagnée par `first`, par `second`, ou nulle (`draw`), pas `{found}`";
        FinalTwice { name: String } =>
            "`{name}` is declared final a second time: declare it once",
            "`{name}` est déclaré final une seconde fois : une seule suffit";
        FinalWithEdges { name: String } =>
            "`{name}` is declared final but an edge leaves it: remove the edge or the declaration",
            "`{name}` est déclaré final mais une arête en sort : supprimez l'arête ou la déclaration";
        FinalNeedsOwners { name: String } =>
            "`{name}` cannot be won by a side in a graph without owners: add owners, or declare a `draw`",
            "`{name}` ne peut être gagné par un camp dans un graphe sans propriétaires : ajoutez-les, ou déclarez une nulle (`draw`)";
        StartTwice { name: String } =>
            "`{name}` is a second start: declare one",
            "`{name}` est un second départ : déclarez-en un seul";

        // Specific formats.
        OutOfRange { found: String, last: usize } =>
            "there is no list number {found}: the lists are numbered from 0 to {last}",
            "il n'y a pas de liste numéro {found} : les listes sont numérotées de 0 à {last}";
        BareSeparator =>
            "two names are separated by a space; put a name that has a comma or semicolon in it between double quotes",
            "deux noms sont séparés par une espace ; mettez entre guillemets doubles un nom qui contient une virgule ou un point-virgule";
        ThirdName =>
            "an edge is two names on a line; put a name that has spaces in it between double quotes",
            "une arête est faite de deux noms sur une ligne ; mettez entre guillemets doubles un nom qui contient des espaces";
        Undirected =>
            "moves have a direction: write `digraph` instead of `graph`",
            "les coups ont un sens : écrivez `digraph` au lieu de `graph`";
        UndirectedEdge =>
            "moves have a direction: write `->` instead of `--`",
            "les coups ont un sens : écrivez `->` au lieu de `--`";
        GroupEdge =>
            "an edge from or to a group of vertices is not read: write one edge a vertex",
            "une arête depuis ou vers un groupe de sommets n'est pas lue : écrivez une arête par sommet";
        MarkupName =>
            "a name between angle brackets is not read: put it between double quotes",
            "un nom entre chevrons n'est pas lu : mettez-le entre guillemets doubles";
        UnclosedComment =>
            "this comment is never closed: end it with `*/`",
            "ce commentaire n'est jamais fermé : terminez-le par `*/`";
        DefaultAttribute { key: String } =>
            "`{key}` is for single vertices: give the attribute to a vertex, not to all",
            "`{key}` concerne un seul sommet : donnez l'attribut à un sommet, pas à tous";
        DigitName =>
            "a name that starts with a digit but is no number stands between double quotes",
            "un nom qui commence par un chiffre sans être un nombre se met entre guillemets doubles";
        Cell { row: usize, column: usize, found: String } =>
            "the cell in row {row}, column {column} is `{found}`: it must be 0 or 1",
            "la case de la ligne {row}, colonne {column} contient `{found}` : il faut 0 ou 1";
        EmptyCell { row: usize, column: usize } =>
            "the cell in row {row}, column {column} is empty: it must be 0 or 1",
            "la case de la ligne {row}, colonne {column} est vide : il faut 0 ou 1";
        RowLength { row: usize, found: usize, wanted: usize } =>
            "the number of cells in row {row} is {found}: in this matrix it must be {wanted}",
            "le nombre de cases de la ligne {row} est {found} : dans cette matrice il en faut {wanted}";
        RowCount { found: usize, wanted: usize } =>
            "the number of columns is {wanted} but the number of rows {found}: a matrix must be square",
            "le nombre de colonnes est {wanted} mais le nombre de lignes {found} : une matrice doit être carrée";
        RowName { row: usize, found: String, wanted: String } =>
            "row {row} is called `{found}` but its column `{wanted}`: use the same name",
            "la ligne {row} s'appelle `{found}` mais sa colonne `{wanted}` : utilisez le même nom";
        Priority { found: String } =>
            "priority {found}: only 0 and 1 are read",
            "priorité {found} : seules 0 et 1 sont lues";
        OwnerNumber { found: String } =>
            "owner {found}: it is 0 for First or 1 for Second",
            "propriétaire {found} : c'est 0 pour Premier ou 1 pour Second";
        LargeIdentifier =>
            "this identifier is too large: they go up to 4294967295",
            "cet identifiant est trop grand : ils vont jusqu'à 4294967295";
        NoSuccessor =>
            "a vertex of a parity game has at least one successor: a sink has itself",
            "un sommet d'un jeu de parité a au moins un successeur : un puits a lui-même";
        BeyondHeader { found: String, last: String } =>
            "the header announces identifiers up to {last}, not {found}",
            "l'en-tête annonce des identifiants jusqu'à {last}, pas {found}";
    }
}

/// An error in a file, and its place.
pub type ReadError = SourceError<ReadProblem>;
