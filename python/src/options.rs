//! The options of a conversion as keyword arguments, with the names of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use pdfa2hocr::cli::binding::{Given, KnownOption, known_options, set_drawer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};

use crate::errors::{detached, raised};

/// Parses keyword arguments: `True` is a switch, `None` and `False` omit the option, a list gives it several
/// times, and a pair of numbers is a size.
///
/// # Errors
///
/// `TypeError` for an unknown name, and for values of other types; `ArgumentError` for invalid values.
pub(crate) fn given(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Given> {
    let mut options = Vec::new();
    let known = match keywords {
        Some(keywords) if !keywords.is_empty() => known_options(),
        _ => Vec::new(),
    };
    for (name, value) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        match known.iter().find(|option| option.name == name) {
            Some(option) => add(option, &value, &mut options)?,
            // The message of the command line, in the exception that Python functions raise.
            None => {
                let error = Given::new(&[(name, None)]).err();
                let why = error.map_or_else(String::new, |error| error.message);
                return Err(PyTypeError::new_err(why));
            }
        }
    }
    if options.iter().any(|(name, _)| name == "ocr") {
        find_drawer(py)?;
    }
    Given::new(&options).map_err(|error| raised(py, &error))
}

/// Finds the command `pdfa2hocr`, which draws the pages whose text is recognised. An environment that is not
/// activated has it off the path.
fn find_drawer(py: Python<'_>) -> PyResult<()> {
    let found = py.import("pdfa2hocr._program")?.call_method0("program");
    // Pages with a text of their own need no drawing: the error is one of the pages that do.
    if let Ok(program) = found {
        set_drawer(program.extract()?);
    }
    Ok(())
}

fn add(
    option: &KnownOption,
    value: &Bound<'_, PyAny>,
    options: &mut Vec<(String, Option<OsString>)>,
) -> PyResult<()> {
    let mut push = |value| options.push((option.name.clone(), value));
    if value.is_none() {
        return Ok(());
    }
    if let Ok(switch) = value.cast::<PyBool>() {
        if option.value.is_some() {
            let why = format!("{} takes a value, not {switch}", option.name);
            return Err(PyTypeError::new_err(why));
        }
        if switch.is_true() {
            push(None);
        }
        return Ok(());
    }
    if let Ok(several) = value.cast::<PyList>() {
        for value in several {
            push(Some(text(option, &value)?));
        }
        return Ok(());
    }
    if option.repeated
        && let Ok(settings) = value.cast::<PyDict>()
    {
        for (name, value) in settings {
            push(Some(format!("{}={}", name.str()?, value.str()?).into()));
        }
        return Ok(());
    }
    push(Some(text(option, value)?));
    Ok(())
}

fn text(option: &KnownOption, value: &Bound<'_, PyAny>) -> PyResult<OsString> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.extract();
    }
    if let Ok(pair) = value.cast::<PyTuple>()
        && let Ok((width, height)) = pair.extract::<(u32, u32)>()
    {
        return Ok(format!("{width}x{height}").into());
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.to_string().into());
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(number.to_string().into());
    }
    if let Ok(path) = value.extract::<PathBuf>() {
        return Ok(path.into_os_string());
    }
    let kind = value.get_type().name()?;
    let why = format!("{} cannot be given as {kind}", option.name);
    Err(PyTypeError::new_err(why))
}

/// The options that `open` accepts: name, placeholder of the value, and help text.
#[pyfunction]
pub(crate) fn options(py: Python<'_>) -> PyResult<Vec<(String, Option<String>, String)>> {
    let known = detached(py, || Ok(known_options()))?;
    let listed = known.into_iter().map(|o| (o.name, o.value, o.help));
    Ok(listed.collect())
}
