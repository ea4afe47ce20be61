//! The kinds of nodes, their attributes, and the types of the attributes: the tables of `clingo.h`.
//!
//! ```text
//! kind    attributes with their types, in the order of the constructor
//! rule    location: Location, head: Node, body: Nodes
//! ```
//!
//! *Invariant:* the numbers of kinds, attributes and types are their positions in these tables, which are the numbers
//! of `clingo_ast_type_t`, `clingo_ast_attribute_t` and `clingo_ast_attribute_type_t`.

use std::ffi::CStr;

/// The type of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(i32)]
pub enum ValueType {
    /// A number of 32 bits: an operator, a sign, a truth value.
    Number = 0,
    /// A symbol.
    Symbol = 1,
    /// A place in a text.
    Location = 2,
    /// A text.
    String = 3,
    /// A node.
    Node = 4,
    /// A node or nothing.
    OptionalNode = 5,
    /// A list of texts.
    Strings = 6,
    /// A list of nodes.
    Nodes = 7,
}

/// An attribute of a kind of nodes, with the type of its values. It has the layout of `clingo_ast_argument_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Argument {
    /// The attribute.
    pub attribute: Attribute,
    /// The type of its values.
    pub value: ValueType,
}

macro_rules! attributes {
    ($($attribute:ident, $name:literal;)*) => {
        /// The name of a value of a node.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(i32)]
        pub enum Attribute {
            $(#[doc = concat!("`", stringify!($name), "`")] $attribute,)*
        }

        impl Attribute {
            /// All attributes, by their numbers.
            pub const ALL: [Attribute; 45] = [$(Attribute::$attribute,)*];

            /// The name.
            pub const fn name(self) -> &'static CStr {
                match self {
                    $(Attribute::$attribute => $name,)*
                }
            }
        }
    };
}

macro_rules! kinds {
    ($($kind:ident, $name:literal, { $($attribute:ident: $value:ident),* };)*) => {
        /// The kind of a node.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(i32)]
        pub enum Kind {
            $(#[doc = concat!("`", stringify!($name), "`")] $kind,)*
        }

        impl Kind {
            /// All kinds, by their numbers.
            pub const ALL: [Kind; 46] = [$(Kind::$kind,)*];

            /// The name.
            pub const fn name(self) -> &'static CStr {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }

            /// The attributes of nodes of this kind, in the order of the constructor.
            pub const fn arguments(self) -> &'static [Argument] {
                match self {
                    $(Kind::$kind => {
                        const ARGUMENTS: &[Argument] = &[
                            $(Argument { attribute: Attribute::$attribute, value: ValueType::$value },)*
                        ];
                        ARGUMENTS
                    })*
                }
            }
        }
    };
}

attributes! {
    Argument, c"argument";
    Arguments, c"arguments";
    Arity, c"arity";
    Atom, c"atom";
    Atoms, c"atoms";
    AtomType, c"atom_type";
    Bias, c"bias";
    Body, c"body";
    Code, c"code";
    Coefficient, c"coefficient";
    Comparison, c"comparison";
    Condition, c"condition";
    Elements, c"elements";
    External, c"external";
    ExternalType, c"external_type";
    Function, c"function";
    Guard, c"guard";
    Guards, c"guards";
    Head, c"head";
    IsDefault, c"is_default";
    Left, c"left";
    LeftGuard, c"left_guard";
    Literal, c"literal";
    Location, c"location";
    Modifier, c"modifier";
    Name, c"name";
    NodeU, c"node_u";
    NodeV, c"node_v";
    OperatorName, c"operator_name";
    OperatorType, c"operator_type";
    Operators, c"operators";
    Parameters, c"parameters";
    Positive, c"positive";
    Priority, c"priority";
    Right, c"right";
    RightGuard, c"right_guard";
    SequenceType, c"sequence_type";
    Sign, c"sign";
    Symbol, c"symbol";
    Term, c"term";
    Terms, c"terms";
    Value, c"value";
    Variable, c"variable";
    Weight, c"weight";
    CommentType, c"comment_type";
}

kinds! {
    Id, c"id", { Location: Location, Name: String };
    Variable, c"variable", { Location: Location, Name: String };
    SymbolicTerm, c"symbolic_term", { Location: Location, Symbol: Symbol };
    UnaryOperation, c"unary_operation", { Location: Location, OperatorType: Number, Argument: Node };
    BinaryOperation, c"binary_operation", { Location: Location, OperatorType: Number, Left: Node, Right: Node };
    Interval, c"interval", { Location: Location, Left: Node, Right: Node };
    Function, c"function", { Location: Location, Name: String, Arguments: Nodes, External: Number };
    Pool, c"pool", { Location: Location, Arguments: Nodes };
    BooleanConstant, c"boolean_constant", { Value: Number };
    SymbolicAtom, c"symbolic_atom", { Symbol: Node };
    Comparison, c"comparison", { Term: Node, Guards: Nodes };
    Guard, c"guard", { Comparison: Number, Term: Node };
    ConditionalLiteral, c"conditional_literal", { Location: Location, Literal: Node, Condition: Nodes };
    Aggregate, c"aggregate", { Location: Location, LeftGuard: OptionalNode, Elements: Nodes, RightGuard: OptionalNode };
    BodyAggregateElement, c"body_aggregate_element", { Terms: Nodes, Condition: Nodes };
    BodyAggregate, c"body_aggregate", { Location: Location, LeftGuard: OptionalNode, Function: Number, Elements: Nodes, RightGuard: OptionalNode };
    HeadAggregateElement, c"head_aggregate_element", { Terms: Nodes, Condition: Node };
    HeadAggregate, c"head_aggregate", { Location: Location, LeftGuard: OptionalNode, Function: Number, Elements: Nodes, RightGuard: OptionalNode };
    Disjunction, c"disjunction", { Location: Location, Elements: Nodes };
    TheorySequence, c"theory_sequence", { Location: Location, SequenceType: Number, Terms: Nodes };
    TheoryFunction, c"theory_function", { Location: Location, Name: String, Arguments: Nodes };
    TheoryUnparsedTermElement, c"theory_unparsed_term_element", { Operators: Strings, Term: Node };
    TheoryUnparsedTerm, c"theory_unparsed_term", { Location: Location, Elements: Nodes };
    TheoryGuard, c"theory_guard", { OperatorName: String, Term: Node };
    TheoryAtomElement, c"theory_atom_element", { Terms: Nodes, Condition: Nodes };
    TheoryAtom, c"theory_atom", { Location: Location, Term: Node, Elements: Nodes, Guard: OptionalNode };
    Literal, c"literal", { Location: Location, Sign: Number, Atom: Node };
    TheoryOperatorDefinition, c"theory_operator_definition", { Location: Location, Name: String, Priority: Number, OperatorType: Number };
    TheoryTermDefinition, c"theory_term_definition", { Location: Location, Name: String, Operators: Nodes };
    TheoryGuardDefinition, c"theory_guard_definition", { Operators: Strings, Term: String };
    TheoryAtomDefinition, c"theory_atom_definition", { Location: Location, AtomType: Number, Name: String, Arity: Number, Term: String, Guard: OptionalNode };
    Rule, c"rule", { Location: Location, Head: Node, Body: Nodes };
    Definition, c"definition", { Location: Location, Name: String, Value: Node, IsDefault: Number };
    ShowSignature, c"show_signature", { Location: Location, Name: String, Arity: Number, Positive: Number };
    ShowTerm, c"show_term", { Location: Location, Term: Node, Body: Nodes };
    Minimize, c"minimize", { Location: Location, Weight: Node, Priority: Node, Terms: Nodes, Body: Nodes };
    Script, c"script", { Location: Location, Name: String, Code: String };
    Program, c"program", { Location: Location, Name: String, Parameters: Nodes };
    External, c"external", { Location: Location, Atom: Node, Body: Nodes, ExternalType: Node };
    Edge, c"edge", { Location: Location, NodeU: Node, NodeV: Node, Body: Nodes };
    Heuristic, c"heuristic", { Location: Location, Atom: Node, Body: Nodes, Bias: Node, Priority: Node, Modifier: Node };
    ProjectAtom, c"project_atom", { Location: Location, Atom: Node, Body: Nodes };
    ProjectSignature, c"project_signature", { Location: Location, Name: String, Arity: Number, Positive: Number };
    Defined, c"defined", { Location: Location, Name: String, Arity: Number, Positive: Number };
    TheoryDefinition, c"theory_definition", { Location: Location, Name: String, Terms: Nodes, Atoms: Nodes };
    Comment, c"comment", { Location: Location, Value: String, CommentType: Number };
}

impl Kind {
    /// The kind with this number.
    pub fn of(number: i32) -> Option<Kind> {
        Kind::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

impl Attribute {
    /// The attribute with this number.
    pub fn of(number: i32) -> Option<Attribute> {
        Attribute::ALL.get(usize::try_from(number).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_positions() {
        for (number, kind) in (0..).zip(Kind::ALL) {
            assert_eq!((Kind::of(number), kind as i32), (Some(kind), number));
            let mut attributes: Vec<Attribute> =
                kind.arguments().iter().map(|argument| argument.attribute).collect();
            attributes.sort_unstable();
            attributes.dedup();
            assert_eq!(attributes.len(), kind.arguments().len(), "{kind:?}");
        }
        for (number, attribute) in (0..).zip(Attribute::ALL) {
            assert_eq!((Attribute::of(number), attribute as i32), (Some(attribute), number));
        }
        assert_eq!((Kind::of(46), Kind::of(-1), Attribute::of(45)), (None, None, None));
    }
}
