//! The options that an application registers.

use crate::guard::{Outcome, enter, of_callback};
use crate::pointers::{Data, Handle, Out, Text};
use crate::registry;
use hamadryad_application::{AddedKind, AddedOption};
use hamadryad_clingo::message::Failure;
use std::cell::RefCell;
use std::ffi::{CString, c_char};

/// The function that reads the value of an option.
type Parse = extern "C" fn(*const c_char, Data) -> bool;

/// The receiver of the value of an option.
#[derive(Clone, Copy)]
pub enum Receiver {
    /// A function.
    Function(Parse, Data),
    /// The place of a flag.
    Place(Out<bool>),
}

impl Receiver {
    /// Receives a value; `yes` or `no` for a flag. `false` if it is invalid.
    pub fn set(self, value: &str) -> bool {
        match self {
            Receiver::Function(parse, data) => {
                CString::new(value).is_ok_and(|value| parse(value.as_ptr(), data))
            }
            Receiver::Place(place) => place.write("target", value == "yes").is_ok(),
        }
    }
}

/// An option of the application with its receiver.
pub type OwnOption = (AddedOption, Receiver);

thread_local! {
    /// The options that are being registered, with the number of their pointer.
    static REGISTERING: RefCell<(usize, Vec<OwnOption>)> = const { RefCell::new((0, Vec::new())) };
}

/// Lets an application register its options.
pub fn register(
    function: Option<extern "C" fn(Handle, Data) -> bool>,
    data: Data,
) -> Outcome<Vec<OwnOption>> {
    let Some(function) = function else { return Ok(Vec::new()) };
    let number = registry::number();
    REGISTERING.set((number, Vec::new()));
    let is_done = function(Handle(number), data);
    let (_, options) = REGISTERING.take();
    if is_done { Ok(options) } else { Err(of_callback()) }
}

/// Adds an option. Its name may be followed by a letter and a level of the help, which are separated by commas:
/// `name,n,@2`.
fn add(
    options: Handle,
    group: Text,
    option: Text,
    description: Text,
    kind: AddedKind,
    receiver: Receiver,
) -> Outcome {
    let mut parts = option.read("option")?.split(',');
    let name = parts.next().unwrap_or_default().trim_end_matches('!').to_owned();
    let (mut letter, mut level) = (None, 1);
    for part in parts {
        match part.strip_prefix('@') {
            Some(number) => level = number.parse().unwrap_or(1),
            None if part.chars().count() == 1 => letter = part.chars().next(),
            None => {}
        }
    }
    let group = group.read("group")?.to_owned();
    let description = description.read("description")?.to_owned();
    let added = AddedOption { group, letter, description, level, kind, name };
    REGISTERING.with_borrow_mut(|(number, known)| {
        if *number != options.0 || options.0 == 0 {
            return Err(Failure::logic("the options do not exist, or not any more"));
        }
        if added.name.is_empty() || known.iter().any(|(other, _)| other.name == added.name) {
            return Err(Failure::logic(format!("duplicate option: '{}'", added.name)));
        }
        known.push((added, receiver));
        Ok(())
    })
}

/// Adds an option with a value.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_options_add(
    options: Handle,
    group: Text,
    option: Text,
    description: Text,
    parse: Option<Parse>,
    data: Data,
    multi: bool,
    argument: Text,
) -> bool {
    enter(|| {
        let parse = parse.ok_or_else(|| Failure::logic("the parameter `parse` is a null pointer"))?;
        let name = argument.c_str("argument").ok().map_or("<arg>".into(), |text| text.to_string_lossy());
        let kind = AddedKind::Value { name: name.into_owned(), repeats: multi };
        add(options, group, option, description, kind, Receiver::Function(parse, data))
    })
}

/// Adds a flag.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_options_add_flag(
    options: Handle,
    group: Text,
    option: Text,
    description: Text,
    target: Out<bool>,
) -> bool {
    enter(|| add(options, group, option, description, AddedKind::Flag, Receiver::Place(target)))
}
