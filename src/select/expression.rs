//! What an expression says, as it was written. Not for what its names mean.

/// Where something stands: bytes of the expression behind its beginning, and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) left: usize,
    pub(super) length: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Joined(Join, Vec<Self>),
    Not(Box<Self>),
    /// What is asked of a game.
    Test(Test),
}

/// How expressions are joined: one of them holds, or all do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    Any,
    All,
}

/// A question: of an operand alone, where that is true or false, or how it relates to something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Test {
    pub(super) operand: Operand,
    pub(super) relation: Option<Relation>,
}

/// What stands on a side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Operand {
    pub(super) place: Place,
    pub(super) kind: OperandKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OperandKind {
    /// `white`, `tag.Annotator`: with its part behind the stop.
    Name(String, Option<String>),
    Text(String),
    Number(i64),
    /// `material('KRP KR', 4)`: words stand as texts.
    Call(String, Vec<Operand>),
}

/// How an operand relates to something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Compare(Operator, Operand),
    /// A regular expression finds something in it; without case and diacritics, if `folded`.
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

/// How two values are compared.
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
    /// Whether values in that order satisfy it.
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
