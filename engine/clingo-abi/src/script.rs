//! Script languages that a caller registers: their scripts in programs are run when the program is added, and their
//! functions are called as `@name(…)` where a program is grounded, unless a callback has the name.
//!
//! *Invariant:* a language is registered once, and stays for ever. Scripts run while no lock of the library is held.

use crate::callbacks::{GroundCallback, Location, SymbolCallback, host};
use crate::guard::{Outcome, enter};
use crate::object::lock;
use crate::pointers::{Array, Data, Handle, Out, Text};
use hamadryad_clingo::ast;
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Host;
use hamadryad_clingo::symbols::{Symbol, keep};
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::Mutex;

/// `clingo_script_t`
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Functions {
    execute: Option<extern "C" fn(*const Location, *const c_char, Data) -> bool>,
    call: Option<GroundLike>,
    callable: Option<extern "C" fn(*const c_char, Out<bool>, Data) -> bool>,
    main: Option<extern "C" fn(Handle, Data) -> bool>,
    free: Option<extern "C" fn(Data)>,
    version: Text,
}

/// The function that calls a function of the language: a ground callback with the data at the end.
type GroundLike = extern "C" fn(
    *const Location,
    *const c_char,
    *const Symbol,
    usize,
    SymbolCallback,
    *mut c_void,
    Data,
) -> bool;

#[derive(Clone, Copy)]
struct Script {
    name: &'static CStr,
    functions: Functions,
    version: Option<&'static CStr>,
    data: Data,
}

// SAFETY: the functions are code, the version is a kept text, and the data is passed back to the caller only.
unsafe impl Send for Script {}

static SCRIPTS: Mutex<Vec<Script>> = Mutex::new(Vec::new());

/// Registers a script language.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_register_script(name: Text, script: Array<Functions>, data: Data) -> bool {
    enter(|| {
        let name = keep(name.c_str("name")?);
        let functions = *script.first().ok_or_else(|| Failure::logic("the script is a null pointer"))?;
        let version = functions.version.c_str("version").ok().map(keep);
        let mut scripts = lock(&SCRIPTS);
        if scripts.iter().any(|known| known.name == name) {
            return Err(Failure::runtime(format!("the script language {name:?} is registered already")));
        }
        scripts.push(Script { name, functions, version, data });
        Ok(())
    })
}

/// The version of a script language; null if it is not registered.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_script_version(name: Text) -> *const c_char {
    let Ok(name) = name.c_str("name") else { return std::ptr::null() };
    let version = lock(&SCRIPTS).iter().find(|known| known.name == name).and_then(|known| known.version);
    version.map_or(std::ptr::null(), CStr::as_ptr)
}

/// Runs the code of a script that was added as a node.
pub fn execute(place: ast::node::Location, language: &CStr, code: &CStr) -> Outcome {
    let script = lock(&SCRIPTS).iter().find(|known| known.name == language).copied();
    let Some((execute, data)) = script.and_then(|script| Some((script.functions.execute?, script.data)))
    else {
        let (file, line, column) = (place.begin_file.to_string_lossy(), place.begin_line, place.begin_column);
        let language = language.to_string_lossy();
        let message = format!("{file}:{line}:{column}: error: {language} support not available\n");
        return Err(Failure::runtime(message));
    };
    let location = Location::from(place);
    match execute(&raw const location, code.as_ptr(), data) {
        true => Ok(()),
        false => Err(crate::guard::of_callback()),
    }
}

/// The languages whose scripts can be run.
pub fn languages() -> Vec<String> {
    let scripts = lock(&SCRIPTS);
    let runnable = scripts.iter().filter(|script| script.functions.execute.is_some());
    runnable.map(|script| script.name.to_string_lossy().into_owned()).collect()
}

/// Runs the scripts of a program in their order.
pub fn run(scripts: &[hamadryad_clingo::program::Script]) -> Outcome {
    for script in scripts {
        let known = lock(&SCRIPTS).clone();
        let language = known.iter().find(|known| known.name.to_bytes() == script.language.as_bytes());
        let Some((language, execute)) = language.and_then(|known| Some((known, known.functions.execute?)))
        else {
            return Err(Failure::runtime(format!(
                "the script language `{}` is not registered",
                script.language
            )));
        };
        let code = CString::new(script.code.as_bytes())
            .map_err(|_| Failure::runtime("the code of a script contains a zero byte"))?;
        let location = Location::from(script.place);
        if !execute(&raw const location, code.as_ptr(), language.data) {
            return Err(crate::guard::of_callback());
        }
    }
    Ok(())
}

/// The languages with their versions, for the text of a version.
pub fn configuration() -> String {
    let known = lock(&SCRIPTS).clone();
    let version = |name: &CStr| {
        let script = known.iter().find(|script| script.name == name);
        script.map(|script| script.version.map_or(String::new(), |text| text.to_string_lossy().into_owned()))
    };
    let [python, lua] = [(c"python", "Python"), (c"lua", "Lua")].map(|(name, shown)| match version(name) {
        Some(version) => format!("with {shown} {version}"),
        None => format!("without {shown}"),
    });
    format!("{python}, {lua}")
}

/// Whether a script language has a function `main`.
pub fn has_main() -> Outcome<bool> {
    let known = lock(&SCRIPTS).clone();
    for script in &known {
        if let (Some(callable), Some(_)) = (script.functions.callable, script.functions.main)
            && is_callable(callable, c"main", script.data)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Calls the function `main` of the first script language that has one. `false` if none has.
pub fn call_main(control: Handle) -> Outcome<bool> {
    let known = lock(&SCRIPTS).clone();
    for script in &known {
        let (Some(callable), Some(main)) = (script.functions.callable, script.functions.main) else {
            continue;
        };
        if is_callable(callable, c"main", script.data)? {
            return if main(control, script.data) { Ok(true) } else { Err(crate::guard::of_callback()) };
        }
    }
    Ok(false)
}

/// The functions that a program can call: those of a callback, or else those of the registered languages.
pub fn functions(callback: Option<GroundCallback>, data: Data) -> Option<Host> {
    if let Some(callback) = callback {
        return Some(host(callback, data));
    }
    let scripts = lock(&SCRIPTS).clone();
    if scripts.is_empty() {
        return None;
    }
    Some(Box::new(move |place, name, arguments| {
        for script in &scripts {
            let (Some(callable), Some(call)) = (script.functions.callable, script.functions.call) else {
                continue;
            };
            if !is_callable(callable, name, script.data)? {
                continue;
            }
            return crate::callbacks::collect(|give, values| {
                let location = Location::from(place);
                let (pointer, size) = (arguments.as_ptr(), arguments.len());
                call(&raw const location, name.as_ptr(), pointer, size, give, values, script.data)
            })
            .map(Some);
        }
        Ok(None)
    }))
}

fn is_callable(
    callable: extern "C" fn(*const c_char, Out<bool>, Data) -> bool,
    name: &CStr,
    data: Data,
) -> Outcome<bool> {
    let mut result = false;
    match callable(name.as_ptr(), Out::at(&mut result), data) {
        true => Ok(result),
        false => Err(crate::guard::of_callback()),
    }
}
