//! Symbols, signatures and kept texts.

use crate::callbacks::Logger;
use crate::guard::{Outcome, enter, enter_or};
use crate::pointers::{Array, Borrowed, Data, Out, Text};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::order::{compare, compare_signatures};
use hamadryad_clingo::print;
use hamadryad_clingo::program::{no_symbol, parse_term};
use hamadryad_clingo::symbols::{Function, Signature, Symbol, View, keep};
use std::ffi::{c_char, c_int, c_uint};

fn no_signature() -> Failure {
    Failure::logic("a number is not a signature: only signatures that this library has returned can be used")
}

/// Creates a signature.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_create(
    name: Text,
    arity: u32,
    positive: bool,
    signature: Out<u64>,
) -> bool {
    enter(|| {
        let made = Signature::new(name.c_str("name")?, arity, positive);
        signature.write("signature", made.ok_or_else(|| Failure::runtime("the arity is too large"))?.0)
    })
}

/// The name of a signature.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_name(signature: u64) -> Borrowed<c_char> {
    enter_or(Borrowed::null(), || Signature(signature).name().map(Borrowed::text).ok_or_else(no_signature))
}

/// The arity of a signature.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_arity(signature: u64) -> u32 {
    Signature(signature).arity()
}

/// Whether a signature is positive.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_is_positive(signature: u64) -> bool {
    Signature(signature).is_positive()
}

/// Whether a signature is classically negated.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_is_negative(signature: u64) -> bool {
    !Signature(signature).is_positive()
}

/// Whether two signatures are equal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_is_equal_to(a: u64, b: u64) -> bool {
    a == b
}

/// Whether a signature is less than another.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_is_less_than(a: u64, b: u64) -> bool {
    enter_or(false, || Ok(compare_signatures(Signature(a), Signature(b)).is_lt()))
}

/// A hash value of a signature.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_signature_hash(signature: u64) -> usize {
    Signature(signature).hash_value() as usize
}

/// Creates a number.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_create_number(number: c_int, symbol: Out<u64>) {
    enter(|| symbol.write("symbol", Symbol::number(number).0));
}

/// Creates `#sup`.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_create_supremum(symbol: Out<u64>) {
    enter(|| symbol.write("symbol", Symbol::SUPREMUM.0));
}

/// Creates `#inf`.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_create_infimum(symbol: Out<u64>) {
    enter(|| symbol.write("symbol", Symbol::INFIMUM.0));
}

/// Creates a string.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_create_string(string: Text, symbol: Out<u64>) -> bool {
    enter(|| symbol.write("symbol", Symbol::string(string.c_str("string")?).0))
}

/// Creates a constant.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_create_id(name: Text, positive: bool, symbol: Out<u64>) -> bool {
    enter(|| symbol.write("symbol", Symbol::function(name.c_str("name")?, &[], positive).0))
}

/// Creates a function, or a tuple if the name is empty.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_create_function(
    name: Text,
    arguments: Array<Symbol>,
    arguments_size: usize,
    positive: bool,
    symbol: Out<u64>,
) -> bool {
    enter(|| {
        let arguments = arguments.of(arguments_size, "arguments")?;
        if arguments.iter().any(|argument| argument.kind().is_none()) {
            return Err(no_symbol());
        }
        symbol.write("symbol", Symbol::function(name.c_str("name")?, arguments, positive).0)
    })
}

fn view(symbol: Symbol) -> Outcome<View> {
    symbol.view().ok_or_else(no_symbol)
}

fn function(symbol: Symbol) -> Outcome<Function> {
    match view(symbol)? {
        View::Function(function) => Ok(function),
        _ => Err(Failure::runtime("unexpected")),
    }
}

/// The number of a symbol.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_number(symbol: Symbol, number: Out<c_int>) -> bool {
    enter(|| match view(symbol)? {
        View::Number(value) => number.write("number", value),
        _ => Err(Failure::runtime("unexpected")),
    })
}

/// The name of a function.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_name(symbol: Symbol, name: Out<Borrowed<c_char>>) -> bool {
    enter(|| name.write("name", Borrowed::text(function(symbol)?.name)))
}

/// The text of a string.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_string(symbol: Symbol, string: Out<Borrowed<c_char>>) -> bool {
    enter(|| match view(symbol)? {
        View::String(text) => string.write("string", Borrowed::text(text)),
        _ => Err(Failure::runtime("unexpected")),
    })
}

/// Whether a function is positive.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_is_positive(symbol: Symbol, positive: Out<bool>) -> bool {
    enter(|| positive.write("positive", function(symbol)?.positive))
}

/// Whether a function is classically negated.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_is_negative(symbol: Symbol, negative: Out<bool>) -> bool {
    enter(|| negative.write("negative", !function(symbol)?.positive))
}

/// The arguments of a function.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_arguments(
    symbol: Symbol,
    arguments: Out<Borrowed<Symbol>>,
    arguments_size: Out<usize>,
) -> bool {
    enter(|| {
        let function = function(symbol)?;
        arguments.write("arguments", Borrowed::array(function.arguments))?;
        arguments_size.write("arguments_size", function.arguments.len())
    })
}

/// The kind of a symbol.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_type(symbol: Symbol) -> c_int {
    symbol.kind().map_or(-1, |kind| kind as c_int)
}

fn text(symbol: Symbol) -> Outcome<Vec<u8>> {
    view(symbol)?;
    let mut text = Vec::new();
    print::write(symbol, &mut text);
    Ok(text)
}

/// The size of the text of a symbol, with its zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_to_string_size(symbol: Symbol, size: Out<usize>) -> bool {
    enter(|| size.write("size", text(symbol)?.len() + 1))
}

/// The text of a symbol.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_to_string(symbol: Symbol, string: Out<c_char>, size: usize) -> bool {
    enter(|| string.write_text(size, &text(symbol)?))
}

/// Whether two symbols are equal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_is_equal_to(a: Symbol, b: Symbol) -> bool {
    a == b
}

/// Whether a symbol is less than another.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_is_less_than(a: Symbol, b: Symbol) -> bool {
    enter_or(false, || Ok(compare(a, b).is_lt()))
}

/// A hash value of a symbol.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbol_hash(symbol: Symbol) -> usize {
    enter_or(0, || Ok(symbol.hash_value() as usize))
}

/// Keeps a text until the process ends.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_add_string(string: Text, result: Out<Borrowed<c_char>>) -> bool {
    enter(|| result.write("result", Borrowed::text(keep(string.c_str("string")?))))
}

/// Parses and evaluates a ground term.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_parse_term(
    string: Text,
    logger: Option<crate::callbacks::LoggerFunction>,
    logger_data: Data,
    message_limit: c_uint,
    symbol: Out<u64>,
) -> bool {
    enter(|| {
        let logger = Logger::new(logger, logger_data, message_limit);
        let (result, messages) = match parse_term(string.read("string")?) {
            Ok((term, messages)) => (Ok(term), messages),
            Err((failure, messages)) => (Err(failure), messages),
        };
        logger.deliver(&messages);
        symbol.write("symbol", result?.0)
    })
}
