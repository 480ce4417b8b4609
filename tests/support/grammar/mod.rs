//! ABNF that runs: rules are compiled from the AST of the `abnf` crate; sentences
//! are drawn from them and texts are recognised by sets of ends.

use std::collections::HashMap;

use abnf::types::{Node as Ast, Rule, TerminalValues};

/// Bytes that a node of one byte accepts.
type Class = [bool; 256];

enum Shape {
    /// Any of these; each has a number for coverage.
    Either(Vec<(usize, usize)>),
    Sequence(Vec<usize>),
    Repeat {
        min: usize,
        max: Option<usize>,
        node: usize,
    },
    Rule(usize),
    /// One byte after the other; a byte class each.
    Bytes(Vec<Vec<u8>>),
}

struct Node {
    shape: Shape,
    /// Set if the node is one byte of a class, whatever its shape.
    class: Option<Box<Class>>,
    /// Levels of rules below it, at least.
    height: usize,
}

/// Rules of one or several files.
pub(crate) struct Grammar {
    nodes: Vec<Node>,
    /// Name, node.
    rules: Vec<(String, usize)>,
    index: HashMap<String, usize>,
    branches: usize,
}

impl Grammar {
    /// Reads the files; a later file may use the rules of the others.
    pub(crate) fn new(texts: &[&str]) -> Self {
        let mut grammar = Self { nodes: Vec::new(), rules: Vec::new(), index: HashMap::new(), branches: 0 };
        let rules: Vec<Rule> =
            texts.iter().flat_map(|text| abnf::rulelist(text).unwrap_or_else(|error| panic!("{error}"))).collect();
        for rule in &rules {
            let number = grammar.rules.len();
            let before = grammar.index.insert(rule.name().to_owned(), number);
            assert!(before.is_none(), "the rule {} is defined twice", rule.name());
            grammar.rules.push((rule.name().to_owned(), usize::MAX));
        }
        for (number, rule) in rules.iter().enumerate() {
            grammar.rules[number].1 = grammar.compile(rule.node());
        }
        grammar.settle();
        grammar
    }

    /// The number of a rule.
    pub(crate) fn rule(&self, name: &str) -> usize {
        *self.index.get(name).unwrap_or_else(|| panic!("no rule {name}"))
    }

    /// The number of alternatives in all rules.
    pub(crate) fn branches(&self) -> usize {
        self.branches
    }

    /// Names of all rules, by number.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|(name, _)| name.as_str())
    }

    /// The repetitions in a rule that go on for more than once: `*X`, `1*X`, `2*8X`; not those of the rules that it names.
    pub(crate) fn repetitions(&self, rule: usize) -> Vec<usize> {
        let (mut found, mut nodes) = (Vec::new(), vec![self.rules[rule].1]);
        while let Some(at) = nodes.pop() {
            match &self.nodes[at].shape {
                Shape::Either(list) => nodes.extend(list.iter().map(|(_, node)| *node)),
                Shape::Sequence(list) => nodes.extend(list),
                Shape::Repeat { max, node, .. } => {
                    found.extend((*max != Some(1)).then_some(at));
                    nodes.push(*node);
                }
                Shape::Rule(_) | Shape::Bytes(_) => {}
            }
        }
        found
    }

    /// Whether the node holds another one without naming a rule.
    fn holds(&self, at: usize, wanted: usize) -> bool {
        at == wanted
            || match &self.nodes[at].shape {
                Shape::Either(list) => list.iter().any(|(_, node)| self.holds(*node, wanted)),
                Shape::Sequence(list) => list.iter().any(|node| self.holds(*node, wanted)),
                Shape::Repeat { node, .. } => self.holds(*node, wanted),
                Shape::Rule(_) | Shape::Bytes(_) => false,
            }
    }

    fn add(&mut self, shape: Shape) -> usize {
        self.nodes.push(Node { shape, class: None, height: usize::MAX });
        self.nodes.len() - 1
    }

    fn compile(&mut self, ast: &Ast) -> usize {
        let shape = match ast {
            Ast::Alternatives(nodes) => {
                let list = nodes.iter().map(|node| {
                    self.branches += 1;
                    (self.branches - 1, self.compile(node))
                });
                Shape::Either(list.collect())
            }
            Ast::Concatenation(nodes) => Shape::Sequence(nodes.iter().map(|node| self.compile(node)).collect()),
            Ast::Repetition { repeat, node } => {
                let (min, max) = repeat.min_max();
                Shape::Repeat { min: min.unwrap_or(0), max, node: self.compile(node) }
            }
            Ast::Optional(node) => Shape::Repeat { min: 0, max: Some(1), node: self.compile(node) },
            Ast::Group(node) => return self.compile(node),
            Ast::Rulename(name) => Shape::Rule(self.rule(name)),
            Ast::String(text) => {
                let bytes = text.value().bytes().map(|byte| {
                    if text.is_case_sensitive() || !byte.is_ascii_alphabetic() {
                        vec![byte]
                    } else {
                        vec![byte.to_ascii_lowercase(), byte.to_ascii_uppercase()]
                    }
                });
                Shape::Bytes(bytes.collect())
            }
            Ast::TerminalValues(TerminalValues::Range(from, to)) => {
                let byte = |value: u32| u8::try_from(value).expect("terminals are bytes");
                Shape::Bytes(vec![(byte(*from)..=byte(*to)).collect()])
            }
            Ast::TerminalValues(TerminalValues::Concatenation(values)) => {
                Shape::Bytes(values.iter().map(|value| vec![u8::try_from(*value).expect("bytes")]).collect())
            }
            Ast::Prose(text) => panic!("prose cannot be executed: {text}"),
        };
        self.add(shape)
    }

    /// Heights and classes, to a fixed point.
    fn settle(&mut self) {
        loop {
            let mut changed = false;
            for at in 0..self.nodes.len() {
                let height = self.height(at);
                let class = self.class(at);
                let node = &mut self.nodes[at];
                changed |= height != node.height || class.is_some() != node.class.is_some();
                node.height = height;
                node.class = class;
            }
            if !changed {
                break;
            }
        }
        for (name, node) in &self.rules {
            assert!(self.nodes[*node].height < usize::MAX, "the rule {name} has no sentence");
        }
    }

    fn height(&self, at: usize) -> usize {
        let of = |node: &usize| self.nodes[*node].height;
        match &self.nodes[at].shape {
            Shape::Either(list) => list.iter().map(|(_, node)| of(node)).min().unwrap_or(0),
            Shape::Sequence(list) => list.iter().map(of).max().unwrap_or(0),
            Shape::Repeat { min: 0, .. } | Shape::Bytes(_) => 0,
            Shape::Repeat { node, .. } => of(node),
            Shape::Rule(rule) => of(&self.rules[*rule].1).saturating_add(1),
        }
    }

    fn class(&self, at: usize) -> Option<Box<Class>> {
        match &self.nodes[at].shape {
            Shape::Either(list) => {
                let mut all = Box::new([false; 256]);
                for (_, node) in list {
                    let class = self.nodes[*node].class.as_ref()?;
                    all.iter_mut().zip(class.iter()).for_each(|(all, one)| *all |= one);
                }
                Some(all)
            }
            Shape::Sequence(_) | Shape::Repeat { .. } => None,
            Shape::Rule(rule) => self.nodes[self.rules[*rule].1].class.clone(),
            Shape::Bytes(bytes) => match bytes.as_slice() {
                [only] => {
                    let mut class = Box::new([false; 256]);
                    only.iter().for_each(|byte| class[*byte as usize] = true);
                    Some(class)
                }
                _ => None,
            },
        }
    }

    /// Whether the rule derives the whole of `text`, which has fewer than `64 * N` bytes.
    pub(crate) fn accepts<const N: usize>(&self, rule: usize, text: &[u8]) -> bool {
        assert!(text.len() < 64 * N, "the text is too long for the recogniser");
        let mut start = Set([0; N]);
        start.insert(0);
        self.ends(self.rules[rule].1, text, &start).has(text.len())
    }

    /// Where the node may end if it begins at one of `starts`.
    fn ends<const N: usize>(&self, at: usize, text: &[u8], starts: &Set<N>) -> Set<N> {
        let node = &self.nodes[at];
        let mut ends = Set([0; N]);
        if starts.is_empty() {
            return ends;
        }
        if let Some(class) = &node.class {
            starts.each(|from| {
                if text.get(from).is_some_and(|byte| class[*byte as usize]) {
                    ends.insert(from + 1);
                }
            });
            return ends;
        }
        match &node.shape {
            Shape::Either(list) => list.iter().for_each(|(_, node)| ends.join(&self.ends(*node, text, starts))),
            Shape::Sequence(list) => {
                let mut reached = *starts;
                for node in list {
                    reached = self.ends(*node, text, &reached);
                }
                return reached;
            }
            Shape::Rule(rule) => return self.ends(self.rules[*rule].1, text, starts),
            Shape::Bytes(bytes) => starts.each(|from| {
                let rest = &text[from..];
                if rest.len() >= bytes.len() && bytes.iter().zip(rest).all(|(class, byte)| class.contains(byte)) {
                    ends.insert(from + bytes.len());
                }
            }),
            Shape::Repeat { min, max, node } => {
                let mut reached = *starts;
                for _ in 0..*min {
                    reached = self.ends(*node, text, &reached);
                }
                ends = reached;
                let mut left = max.map_or(usize::MAX, |max| max - min);
                while left > 0 && !reached.is_empty() {
                    left -= 1;
                    reached = self.ends(*node, text, &reached);
                    reached.remove(&ends);
                    ends.join(&reached);
                }
            }
        }
        ends
    }
}

/// Offsets into a text.
#[derive(Clone, Copy)]
struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(one, other)| *one |= other);
    }

    fn remove(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(one, other)| *one &= !other);
    }

    fn each(&self, mut act: impl FnMut(usize)) {
        for (index, word) in self.0.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                act(index * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

/// Splitmix64: the same sentences in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// One of them.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A sentence in which one repetition goes on and on.
#[derive(Debug)]
pub(crate) struct Repeated {
    /// What stands before it.
    pub(crate) before: Vec<u8>,
    /// What is repeated, as it was drawn some times.
    pub(crate) units: Vec<Vec<u8>>,
    /// What stands behind it.
    pub(crate) after: Vec<u8>,
}

/// Draws sentences, and counts what it used.
pub(crate) struct Sampler<'g> {
    grammar: &'g Grammar,
    dice: Dice,
    /// Rules deeper than this take the shortest way out.
    depth: usize,
    /// Chances in 100 that a repetition goes on, at the top.
    more: usize,
    /// How often each rule was used, in all sentences.
    used: Vec<u64>,
    branches: Vec<u64>,
    /// How often each rule was used in the last sentence.
    pub(crate) last: Vec<u32>,
}

impl<'g> Sampler<'g> {
    pub(crate) fn new(grammar: &'g Grammar, seed: u64, depth: usize, more: usize) -> Self {
        let rules = grammar.rules.len();
        Self {
            grammar,
            dice: Dice(seed),
            depth,
            more,
            used: vec![0; rules],
            branches: vec![0; grammar.branches],
            last: vec![0; rules],
        }
    }

    /// A sentence of the rule.
    pub(crate) fn sentence(&mut self, rule: usize) -> Vec<u8> {
        let mut text = Vec::new();
        self.last.fill(0);
        self.enter(rule, 0, &mut text);
        text
    }

    /// Rules that no sentence has used, and the number of alternatives that none has taken,
    /// not counting the rules and alternatives of `base`, the files that come first.
    pub(crate) fn unused(&self, base: Option<&Grammar>) -> (Vec<&str>, usize) {
        let (rules, branches) = base.map_or((0, 0), |base| (base.rules.len(), base.branches()));
        let names = self.grammar.names().enumerate().skip(rules);
        let rules = names.filter(|(rule, _)| self.used[*rule] == 0).map(|(_, name)| name).collect();
        (rules, self.branches[branches..].iter().filter(|count| **count == 0).count())
    }

    /// A sentence of the rule around one of its repetitions, which is drawn `times` times.
    pub(crate) fn around(&mut self, rule: usize, repetition: usize, times: usize) -> Repeated {
        let mut repeated = Repeated { before: Vec::new(), units: Vec::new(), after: Vec::new() };
        let root = self.grammar.rules[rule].1;
        self.draw_around(root, repetition, times, &mut repeated);
        repeated
    }

    fn draw_around(&mut self, at: usize, wanted: usize, times: usize, found: &mut Repeated) {
        let grammar = self.grammar;
        if !found.units.is_empty() || !grammar.holds(at, wanted) {
            let text = if found.units.is_empty() { &mut found.before } else { &mut found.after };
            return self.draw(at, 1, text);
        }
        match &grammar.nodes[at].shape {
            Shape::Either(list) => {
                let holding = list.iter().find(|(_, node)| grammar.holds(*node, wanted)).expect("it holds it");
                self.draw_around(holding.1, wanted, times, found);
            }
            Shape::Sequence(list) => list.iter().for_each(|node| self.draw_around(*node, wanted, times, found)),
            Shape::Repeat { node, .. } if at == wanted => {
                for _ in 0..times {
                    let mut unit = Vec::new();
                    self.draw(*node, 1, &mut unit);
                    found.units.push(unit);
                }
            }
            Shape::Repeat { node, .. } => self.draw_around(*node, wanted, times, found),
            Shape::Rule(_) | Shape::Bytes(_) => {}
        }
    }

    fn enter(&mut self, rule: usize, depth: usize, text: &mut Vec<u8>) {
        self.used[rule] += 1;
        self.last[rule] += 1;
        self.draw(self.grammar.rules[rule].1, depth + 1, text);
    }

    fn draw(&mut self, at: usize, depth: usize, text: &mut Vec<u8>) {
        let grammar = self.grammar;
        match &grammar.nodes[at].shape {
            Shape::Either(list) => {
                let (branch, node) = if depth < self.depth {
                    *self.dice.pick(list)
                } else {
                    *list.iter().min_by_key(|(_, node)| grammar.nodes[*node].height).expect("alternatives")
                };
                self.branches[branch] += 1;
                self.draw(node, depth, text);
            }
            Shape::Sequence(list) => list.iter().for_each(|node| self.draw(*node, depth, text)),
            Shape::Repeat { min, max, node } => {
                let mut times = *min;
                match max {
                    _ if depth >= self.depth => {}
                    Some(max) => times += self.dice.below(max - min + 1),
                    None => {
                        let more = self.more * (self.depth - depth) / self.depth;
                        while times < min + 40 && self.dice.below(100) < more {
                            times += 1;
                        }
                    }
                }
                (0..times).for_each(|_| self.draw(*node, depth, text));
            }
            Shape::Rule(rule) => self.enter(*rule, depth, text),
            Shape::Bytes(bytes) => text.extend(bytes.iter().map(|class| *self.dice.pick(class))),
        }
    }
}

/// `text` with one character put in, left out, replaced or moved.
pub(crate) fn mutate(text: &[u8], alphabet: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut mutant = text.to_vec();
    let at = dice.below(text.len() + 1);
    match dice.below(5) {
        0 | 1 if at < text.len() => mutant[at] = *dice.pick(alphabet),
        2 if at < text.len() => drop(mutant.remove(at)),
        3 if at + 1 < text.len() => mutant.swap(at, at + 1),
        _ => mutant.insert(at, *dice.pick(alphabet)),
    }
    mutant
}

/// The rules of a grammar file as text: name, and the rule without comments, blanks made one.
pub(crate) fn texts(file: &str) -> Vec<(String, String)> {
    let mut rules: Vec<(String, String)> = Vec::new();
    for line in file.lines() {
        let line = without_comment(line);
        if line.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let name = line.split_whitespace().next().unwrap_or_default();
            rules.push((name.to_owned(), line.to_owned()));
        } else if let Some((_, text)) = rules.last_mut() {
            text.push(' ');
            text.push_str(line);
        }
    }
    rules.into_iter().map(|(name, text)| (name, squeeze(&text))).collect()
}

fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, character) in line.char_indices() {
        match character {
            '"' => quoted = !quoted,
            ';' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Runs of blanks as one blank.
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
