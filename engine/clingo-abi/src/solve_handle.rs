//! Solve handles.

use crate::guard::enter;
use crate::pointers::{Borrowed, Handle, Out};
use crate::registry;
use std::time::Duration;

/// The result of a search, or the result so far if it stands at a model.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_get(handle: Handle, result: Out<u32>) -> bool {
    enter(|| result.write("result", registry::solve(handle)?.result()?))
}

/// Waits for a model or the result, so many seconds, or without a limit if the time is negative.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_wait(handle: Handle, timeout: f64, result: Out<bool>) {
    let is_done = enter(|| {
        let solve = registry::solve(handle)?;
        let time = if timeout < 0.0 { None } else { Duration::try_from_secs_f64(timeout).ok() };
        result.write("result", solve.wait(time))
    });
    if !is_done {
        // The function cannot report an error: a caller that waits in a loop must not wait for ever.
        enter(|| result.write("result", true));
    }
}

/// The model at which the search stands, or null at the end.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_model(handle: Handle, model: Out<Handle>) -> bool {
    enter(|| {
        let found = registry::solve(handle)?.model()?;
        model.write("model", found.map_or(Handle(0), |found| found.handle()))
    })
}

/// The assumptions that cannot hold together.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_core(
    handle: Handle,
    core: Out<Borrowed<i32>>,
    size: Out<usize>,
) -> bool {
    enter(|| {
        let solve = registry::solve(handle)?;
        solve.wait(None);
        core.write("core", Borrowed::array(solve.core()))?;
        size.write("size", solve.core().len())
    })
}

/// The last model, or null before the end or without a model.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_last(handle: Handle, model: Out<Handle>) -> bool {
    enter(|| {
        let last = registry::solve(handle)?.last();
        model.write("model", last.map_or(Handle(0), |last| last.handle()))
    })
}

/// Continues after a model.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_resume(handle: Handle) -> bool {
    enter(|| {
        registry::solve(handle)?.resume();
        Ok(())
    })
}

/// Ends a search.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_cancel(handle: Handle) -> bool {
    enter(|| {
        registry::solve(handle)?.cancel();
        Ok(())
    })
}

/// Ends a search and frees its handle.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_handle_close(handle: Handle) -> bool {
    enter(|| {
        registry::solve(handle)?.close();
        Ok(())
    })
}
