//! A rule sheet as rules: disjunctions expanded, ground terms interned.

use super::excess::Excess;
use super::read::{Expression, Form, Location, Symbol, Symbols, expressions};
use super::term::{Term, Terms};
use noyau_core::{Message, message};
use noyau_dynamic::FileProblem;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

/// The keywords, in the order of their numbers.
const KEYWORDS: [&str; 13] = [
    "role", "init", "true", "next", "legal", "does", "goal", "terminal", "distinct", "or", "not",
    "and", "<=",
];
pub(super) const ROLE: u32 = 0;
pub(super) const INIT: u32 = 1;
pub(super) const TRUE: u32 = 2;
pub(super) const NEXT: u32 = 3;
pub(super) const LEGAL: u32 = 4;
pub(super) const DOES: u32 = 5;
pub(super) const GOAL: u32 = 6;
pub(super) const TERMINAL: u32 = 7;
/// The number of keywords that are relations.
const RELATIONS: usize = 8;
const DISTINCT: Symbol = 8;
const OR: Symbol = 9;
const NOT: Symbol = 10;
const AND: Symbol = 11;
const ARROW: Symbol = 12;
/// The arities of the keywords that are relations.
const ARITIES: [usize; RELATIONS] = [1, 1, 1, 1, 2, 2, 2, 0];

/// A term that may contain variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pattern {
    Variable(usize),
    Ground(Term),
    Compound(Symbol, Box<[Self]>),
}

impl Pattern {
    /// Calls `each` for every variable.
    pub(super) fn variables(&self, each: &mut impl FnMut(usize)) {
        match self {
            Self::Variable(variable) => each(*variable),
            Self::Ground(_) => {}
            Self::Compound(_, arguments) => arguments
                .iter()
                .for_each(|argument| argument.variables(each)),
        }
    }
}

/// A relation with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Atom {
    pub(super) predicate: u32,
    pub(super) arguments: Vec<Pattern>,
    pub(super) place: Location,
}

impl Atom {
    /// Calls `each` for every variable.
    pub(super) fn variables(&self, each: &mut impl FnMut(usize)) {
        self.arguments
            .iter()
            .for_each(|argument| argument.variables(each));
    }
}

/// A condition of a rule.
#[derive(Debug, Clone)]
pub(super) enum Condition {
    Holds(Atom),
    Fails(Atom),
    /// Whether two terms are equal, or whether they are not.
    Equal(Pattern, Pattern, bool, Location),
}

/// A rule, or a fact if it has no conditions.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) head: Atom,
    pub(super) body: Vec<Condition>,
    pub(super) variables: usize,
}

/// A relation: its name, its arity, and its first occurrence.
#[derive(Debug, Clone)]
pub(super) struct Relation {
    pub(super) symbol: Symbol,
    pub(super) arity: usize,
    pub(super) place: Location,
}

/// A parsed sheet.
#[derive(Debug, Clone, Default)]
pub(super) struct Sheet {
    pub(super) symbols: Symbols,
    pub(super) terms: Terms,
    pub(super) relations: Vec<Relation>,
    pub(super) rules: Vec<Rule>,
    pub(super) roles: Vec<Term>,
}

/// The problems of a sheet, in its order; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(pub Vec<FileProblem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "\n" })?;
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for Problems {}

#[derive(Default)]
struct Reader {
    sheet: Sheet,
    predicates: HashMap<Symbol, u32>,
    functions: HashMap<Symbol, (usize, Location)>,
    /// The variables of the current rule.
    variables: Vec<Symbol>,
    /// The total number of conditions so far.
    conditions: usize,
    problems: Vec<FileProblem>,
}

/// Parses a sheet and checks each rule: forms, keywords, arities and variables.
pub(super) fn read(bytes: &[u8]) -> Result<Sheet, Problems> {
    /// The maximum number of problems listed.
    const MOST_PROBLEMS: usize = 50;
    let mut symbols = Symbols::default();
    for keyword in KEYWORDS {
        symbols.intern(keyword);
    }
    let relation = |(symbol, &arity): (usize, &usize)| Relation {
        symbol: symbol as Symbol,
        arity,
        place: Location::default(),
    };
    let all = expressions(bytes, &mut symbols).map_err(|problem| Problems(vec![problem]))?;
    let mut reader = Reader {
        sheet: Sheet {
            symbols,
            relations: ARITIES.iter().enumerate().map(relation).collect(),
            ..Sheet::default()
        },
        predicates: (0..RELATIONS as u32)
            .map(|keyword| (keyword, keyword))
            .collect(),
        ..Reader::default()
    };
    for expression in &all {
        if let Err(problem) = reader.rule(expression) {
            reader.problems.push(problem);
        }
        if reader.problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    if reader.problems.is_empty() {
        reader.missing();
    }
    if reader.problems.is_empty() {
        Ok(reader.sheet)
    } else {
        Err(Problems(reader.problems))
    }
}

/// A disjunction of conjunctions.
type Alternatives = Vec<Vec<Condition>>;

impl Reader {
    fn name(&self, symbol: Symbol) -> String {
        self.sheet.symbols.name(symbol).to_owned()
    }

    /// Checks for required parts.
    fn missing(&mut self) {
        let nowhere = Location { line: 1, column: 1 };
        let mut missing = |keyword: &str, why: Message| {
            self.problems.push(nowhere.problem(message!(
                "the sheet has no `{keyword}`: {why}",
                "la feuille n'a aucun `{keyword}` : {why}"
            )));
        };
        if self.sheet.roles.is_empty() {
            missing(
                "role",
                message!(
                    "write who plays, as in (role white)",
                    "écrivez qui joue, comme (role white)"
                ),
            );
        }
        let defines = |predicate| {
            self.sheet
                .rules
                .iter()
                .any(|rule| rule.head.predicate == predicate)
        };
        let no_move = message!("no role could ever move", "aucun rôle ne pourrait jouer");
        let no_end = message!("play would never end", "la partie ne finirait jamais");
        let nobody = message!(
            "nobody could win or lose",
            "personne ne pourrait gagner ni perdre"
        );
        for (predicate, why) in [(LEGAL, no_move), (TERMINAL, no_end), (GOAL, nobody)] {
            if !defines(predicate) {
                missing(KEYWORDS[predicate as usize], why);
            }
        }
    }

    fn rule(&mut self, expression: &Expression) -> Result<(), FileProblem> {
        /// The maximum number of conditions of all rules.
        const MOST_CONDITIONS_TOGETHER: usize = 2_000_000;
        /// The maximum number of rules of a sheet, after disjunctions are expanded.
        const MOST_RULES: usize = 200_000;
        self.variables.clear();
        let (head, body) = match &expression.form {
            Form::List(items) if expression.head().is_some_and(|(word, _)| word == ARROW) => {
                let Some((head, body)) = items[1..].split_first() else {
                    return Err(expression.place.problem(message!(
                        "`<=` wants what follows from the rule, then its conditions, as in (<= (next (on ?x)) (true (on ?x)))",
                        "`<=` demande ce que la règle conclut, puis ses conditions, comme (<= (next (on ?x)) (true (on ?x)))"
                    )));
                };
                (head, body)
            }
            _ => (expression, &[][..]),
        };
        let head = self.head(head)?;
        let mut alternatives = self.all(body, true)?;
        if head.predicate == ROLE {
            return self.role(&head, body);
        }
        let variables = self.variables.len();
        self.conditions += alternatives.iter().map(Vec::len).sum::<usize>();
        if self.conditions > MOST_CONDITIONS_TOGETHER {
            return Err(expression.place.problem(message!(
                "the rules have more than {MOST_CONDITIONS_TOGETHER} conditions together",
                "les règles ont ensemble plus de {MOST_CONDITIONS_TOGETHER} conditions"
            )));
        }
        let mut unsafe_ones = Vec::new();
        for body in &alternatives {
            self.find_unsafe(&head, body, &mut unsafe_ones);
        }
        unsafe_ones.sort_unstable_by_key(|&(place, variable)| (variable, place));
        unsafe_ones.dedup_by_key(|(_, variable)| *variable);
        unsafe_ones.sort_unstable();
        for (place, variable) in unsafe_ones {
            let name = self.name(self.variables[variable]);
            self.problems.push(place.problem(message!(
                "{name} is unsafe: it must also stand in a condition of this rule without `not` or `distinct`, in each alternative of an `or`",
                "{name} n'est pas sûre : elle doit aussi figurer dans une condition de cette règle sans `not` ni `distinct`, dans chaque branche d'un `or`"
            )));
        }
        if self.sheet.rules.len() + alternatives.len() > MOST_RULES {
            return Err(expression.place.problem(message!(
                "a sheet has at most {MOST_RULES} rules and facts",
                "une feuille a au plus {MOST_RULES} règles et faits"
            )));
        }
        let last = alternatives.pop();
        let rule = |head, body| Rule {
            head,
            body,
            variables,
        };
        for body in alternatives {
            self.sheet.rules.push(rule(head.clone(), body));
        }
        self.sheet.rules.extend(last.map(|body| rule(head, body)));
        Ok(())
    }

    fn role(&mut self, head: &Atom, body: &[Expression]) -> Result<(), FileProblem> {
        let constant = match head.arguments[..] {
            [Pattern::Ground(term)] if !self.sheet.terms.is_compound(term) => Some(term),
            _ => None,
        };
        let Some(role) = constant.filter(|_| body.is_empty()) else {
            return Err(head.place.problem(message!(
                "roles are written one by one and without conditions, as in (role white)",
                "les rôles s'écrivent un par un et sans condition, comme (role white)"
            )));
        };
        if !self.sheet.roles.contains(&role) {
            self.sheet.roles.push(role);
            self.sheet.rules.push(Rule {
                head: head.clone(),
                body: Vec::new(),
                variables: 0,
            });
        }
        Ok(())
    }

    /// The unsafe variables, which no condition binds, with their places.
    fn find_unsafe(&self, head: &Atom, body: &[Condition], out: &mut Vec<(Location, usize)>) {
        let mut bound = vec![false; self.variables.len()];
        for condition in body {
            if let Condition::Holds(atom) = condition {
                atom.variables(&mut |variable| bound[variable] = true);
            }
        }
        let mut check = |place: Location, variable: usize| {
            if !bound[variable] {
                out.push((place, variable));
            }
        };
        head.variables(&mut |variable| check(head.place, variable));
        for condition in body {
            match condition {
                Condition::Holds(_) => {}
                Condition::Fails(atom) => {
                    atom.variables(&mut |variable| check(atom.place, variable));
                }
                Condition::Equal(a, b, _, place) => {
                    a.variables(&mut |variable| check(*place, variable));
                    b.variables(&mut |variable| check(*place, variable));
                }
            }
        }
    }

    fn head(&mut self, expression: &Expression) -> Result<Atom, FileProblem> {
        if let Some((word, _)) = expression.head()
            && (DISTINCT..=ARROW).contains(&word)
        {
            let name = self.name(word);
            return Err(expression.place.problem(message!(
                "`{name}` cannot be what a rule says; it belongs among the conditions",
                "`{name}` ne peut pas être la conclusion d'une règle ; sa place est parmi les conditions"
            )));
        }
        let atom = self.atom(expression)?;
        match atom.predicate {
            TRUE => Err(atom.place.problem(message!(
                "`true` is only for conditions: write (init …) for the start and (next …) for what comes after",
                "`true` n'est que pour les conditions : écrivez (init …) pour le départ et (next …) pour la suite"
            ))),
            DOES => Err(atom.place.problem(message!(
                "`does` is only for conditions: what may be played is said by (legal …)",
                "`does` n'est que pour les conditions : ce qui peut être joué se dit par (legal …)"
            ))),
            GOAL => self.goal(atom),
            _ => Ok(atom),
        }
    }

    /// Checks that a goal has a value from 0 to 100.
    fn goal(&self, atom: Atom) -> Result<Atom, FileProblem> {
        if let Pattern::Ground(term) = atom.arguments[1]
            && value(term, &self.sheet.terms, &self.sheet.symbols).is_none()
        {
            let got = self.sheet.terms.text(term, &self.sheet.symbols);
            return Err(atom.place.problem(message!(
                "a goal is worth a whole number from 0 to 100, and {got} is none",
                "un but vaut un nombre entier de 0 à 100, et {got} n'en est pas un"
            )));
        }
        Ok(atom)
    }

    fn atom(&mut self, expression: &Expression) -> Result<Atom, FileProblem> {
        /// The maximum number of arguments of a relation.
        const MOST_ARGUMENTS: usize = 100;
        let place = expression.place;
        let wanted = || {
            place.problem(message!(
                "a relation is wanted here: a word, or a list that begins with one, as in (cell 1 1 b)",
                "il faut ici une relation : un mot, ou une liste qui commence par un mot, comme (cell 1 1 b)"
            ))
        };
        let (word, arguments) = expression.head().ok_or_else(wanted)?;
        if self.sheet.symbols.is_variable(word) || (DISTINCT..=ARROW).contains(&word) {
            return Err(wanted());
        }
        if arguments.len() > MOST_ARGUMENTS {
            return Err(place.problem(message!(
                "a relation has at most {MOST_ARGUMENTS} arguments",
                "une relation a au plus {MOST_ARGUMENTS} arguments"
            )));
        }
        let relations = &mut self.sheet.relations;
        let predicate = *self.predicates.entry(word).or_insert_with(|| {
            relations.push(Relation {
                symbol: word,
                arity: arguments.len(),
                place,
            });
            relations.len() as u32 - 1
        });
        let Relation {
            arity,
            place: first,
            ..
        } = relations[predicate as usize];
        if arity != arguments.len() {
            return Err(self.clash(word, arity, first, arguments.len(), place));
        }
        let arguments = arguments.iter().map(|argument| self.pattern(argument));
        let arguments = arguments.collect::<Result<_, _>>()?;
        Ok(Atom {
            predicate,
            arguments,
            place,
        })
    }

    fn clash(
        &self,
        word: Symbol,
        arity: usize,
        first: Location,
        got: usize,
        place: Location,
    ) -> FileProblem {
        let name = self.name(word);
        let known = if first.line == 0 {
            message!("as a word of the language", "comme mot du langage")
        } else {
            let line = first.line;
            message!("as on line {line}", "comme à la ligne {line}")
        };
        place.problem(message!(
            "arity clash: `{name}` has {arity} arguments, {known}, and {got} here",
            "arités contradictoires : `{name}` a {arity} arguments, {known}, et {got} ici"
        ))
    }

    fn pattern(&mut self, expression: &Expression) -> Result<Pattern, FileProblem> {
        /// The maximum number of variables of a rule.
        const MOST_VARIABLES: usize = 200;
        let place = expression.place;
        let Some((word, arguments)) = expression.head() else {
            return Err(place.problem(message!(
                "a term is wanted here: a word, a variable, or a list that begins with a word",
                "il faut ici un terme : un mot, une variable, ou une liste qui commence par un mot"
            )));
        };
        if self.sheet.symbols.is_variable(word) {
            if !matches!(expression.form, Form::Word(_)) {
                return Err(place.problem(message!(
                    "a variable cannot stand in front of a list",
                    "une variable ne peut pas être en tête d'une liste"
                )));
            }
            let known = self.variables.iter().position(|&known| known == word);
            if known.is_none() && self.variables.len() == MOST_VARIABLES {
                return Err(place.problem(message!(
                    "a rule has at most {MOST_VARIABLES} variables",
                    "une règle a au plus {MOST_VARIABLES} variables"
                )));
            }
            return Ok(Pattern::Variable(known.unwrap_or_else(|| {
                self.variables.push(word);
                self.variables.len() - 1
            })));
        }
        if !arguments.is_empty() {
            let (arity, first) = *self
                .functions
                .entry(word)
                .or_insert((arguments.len(), place));
            if arity != arguments.len() {
                return Err(self.clash(word, arity, first, arguments.len(), place));
            }
        }
        let mut patterns = Vec::with_capacity(arguments.len());
        for argument in arguments {
            patterns.push(self.pattern(argument)?);
        }
        let ground: Option<Vec<Term>> = patterns
            .iter()
            .map(|pattern| match pattern {
                Pattern::Ground(term) => Some(*term),
                _ => None,
            })
            .collect();
        match ground {
            None => Ok(Pattern::Compound(word, patterns.into())),
            Some(arguments) => self
                .sheet
                .terms
                .intern(word, &arguments)
                .map(Pattern::Ground)
                .map_err(|excess: Excess| place.problem(Message::of(&excess))),
        }
    }

    /// The conjunction of some expressions, or of their negations' disjunction if not `positive`.
    fn all(
        &mut self,
        expressions: &[Expression],
        positive: bool,
    ) -> Result<Alternatives, FileProblem> {
        /// The maximum number of alternatives of one rule.
        const MOST_ALTERNATIVES: usize = 2000;
        /// The maximum number of conditions of one rule.
        const MOST_CONDITIONS: usize = 400;
        let mut product: Alternatives = vec![Vec::new()];
        for expression in expressions {
            let factor = self.condition(expression, positive)?;
            let many = product.len() * factor.len() > MOST_ALTERNATIVES;
            let long = |body: &Vec<Condition>| body.len() >= MOST_CONDITIONS;
            if many || product.iter().any(long) {
                return Err(expression.place.problem(message!(
                    "the conditions of this rule multiply out to more than {MOST_ALTERNATIVES} alternatives or {MOST_CONDITIONS} conditions",
                    "les conditions de cette règle se développent en plus de {MOST_ALTERNATIVES} branches ou {MOST_CONDITIONS} conditions"
                )));
            }
            if let [only] = &factor[..] {
                for body in &mut product {
                    body.extend_from_slice(only);
                }
            } else {
                product = product
                    .iter()
                    .flat_map(|body| factor.iter().map(move |more| [&body[..], more].concat()))
                    .collect();
            }
        }
        Ok(product)
    }

    /// The disjunction of some expressions, each negated if not `positive`.
    fn any(
        &mut self,
        expressions: &[Expression],
        positive: bool,
    ) -> Result<Alternatives, FileProblem> {
        let mut sum = Vec::new();
        for expression in expressions {
            sum.extend(self.condition(expression, positive)?);
        }
        Ok(sum)
    }

    fn condition(
        &mut self,
        expression: &Expression,
        positive: bool,
    ) -> Result<Alternatives, FileProblem> {
        let place = expression.place;
        let arguments_wanted = |name: &str, wanted: usize| {
            place.problem(message!(
                "`{name}` wants {wanted} arguments",
                "`{name}` demande {wanted} arguments"
            ))
        };
        let one = |condition| Ok(vec![vec![condition]]);
        match expression.head() {
            Some((OR, parts)) if positive => self.any(parts, true),
            Some((OR, parts)) => self.all(parts, false),
            Some((AND, parts)) if positive => self.all(parts, true),
            Some((AND, parts)) => self.any(parts, false),
            Some((NOT, [part])) => self.condition(part, !positive),
            Some((NOT, _)) => Err(arguments_wanted("not", 1)),
            Some((DISTINCT, [a, b])) => {
                let (a, b) = (self.pattern(a)?, self.pattern(b)?);
                one(Condition::Equal(a, b, !positive, place))
            }
            Some((DISTINCT, _)) => Err(arguments_wanted("distinct", 2)),
            _ => {
                let atom = self.atom(expression)?;
                if let INIT | NEXT = atom.predicate {
                    let name = KEYWORDS[atom.predicate as usize];
                    return Err(place.problem(message!(
                        "`{name}` cannot be a condition: what holds now is asked by (true …)",
                        "`{name}` ne peut pas être une condition : ce qui est vrai maintenant se demande par (true …)"
                    )));
                }
                one(if positive {
                    Condition::Holds(atom)
                } else {
                    Condition::Fails(atom)
                })
            }
        }
    }
}

/// The value of a goal.
pub(super) fn value(term: Term, terms: &Terms, symbols: &Symbols) -> Option<i32> {
    let name = symbols.name(terms.functor(term));
    let number = name
        .parse::<i32>()
        .ok()
        .filter(|value| (0..=100).contains(value));
    number.filter(|_| !terms.is_compound(term) && name.bytes().all(|byte| byte.is_ascii_digit()))
}
