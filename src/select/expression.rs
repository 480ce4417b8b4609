//! The syntax tree of an expression. `bind` resolves its names.

/// A span of the expression: bytes from its start to the end of the expression, and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) left: usize,
    pub(super) length: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Joined(Join, Vec<Self>),
    Not(Box<Self>),
    Test(Test),
}

/// Joins expressions: `Any` is `or`, `All` is `and`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    Any,
    All,
}

/// An operand that is true or false by itself, or a comparison of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Test {
    pub(super) operand: Operand,
    pub(super) relation: Option<Relation>,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    pub(super) place: Place,
    pub(super) kind: OperandKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OperandKind {
    /// `white` or `tag.Annotator`: the name, and the part after the dot.
    Name(String, Option<String>),
    Text(String),
    Number(i64),
    /// `material('KRP KR', 4)`; bare words become texts.
    Call(String, Vec<Operand>),
}

/// The relation between an operand and one or more values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Compare(Operator, Operand),
    /// A regular expression; `folded` ignores case and diacritics.
    Find {
        pattern: Operand,
        folded: bool,
    },
    In {
        negated: bool,
        list: Vec<Operand>,
    },
    Null {
        negated: bool,
    },
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Operator {
    /// True if two values that compare as `order` satisfy the operator.
    pub(super) fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }
}
