//! Rejects module arguments that no module reads: they are typing errors.

use super::module_options::ModuleOptions;
use crate::module::Arguments;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Script, Setting};
use pdfa2hocr_core::suggest::{did_you_mean, list};

/// Checks that each argument is read by at least one of the modules that receive it. Several modules may
/// receive the same arguments and read different ones.
///
/// # Errors
///
/// [`Diagnostic::argument`] for an argument that none of its modules reads. A module that cannot be read
/// is reported when it runs.
pub(crate) fn check_args(modules: &[ModuleOptions]) -> Result<()> {
    if modules.iter().all(|module| module.args.is_empty()) {
        return Ok(());
    }
    let read = |module: &ModuleOptions| module.module.arguments().ok().flatten();
    let read: Vec<Arguments> = modules.iter().map(read).collect();
    for (index, module) in modules.iter().enumerate() {
        for arg in &module.args {
            let given = modules.iter().zip(&read);
            let given = || {
                given
                    .clone()
                    .filter(|(module, _)| module.args.contains(arg))
            };
            let reads = |arguments: &Arguments| {
                arguments
                    .as_ref()
                    .is_none_or(|names| names.contains(&arg.0))
            };
            if !given().any(|(_, arguments)| reads(arguments)) {
                let error = unknown(&arg.0, given()).about(Setting::ModuleArgs);
                return Err(error.in_script(Script::Module(index)));
            }
        }
    }
    Ok(())
}

/// The error for an argument that none of these modules reads.
fn unknown<'a>(
    name: &str,
    modules: impl Iterator<Item = (&'a ModuleOptions, &'a Arguments)>,
) -> Diagnostic {
    let (mut all, mut said) = (Vec::new(), Vec::new());
    for (module, arguments) in modules {
        let names: Vec<&str> = arguments.iter().flatten().map(String::as_str).collect();
        let module = module.module.name();
        said.push(match names.is_empty() {
            true => format!("{module} has no arguments"),
            false => format!("{module} has {}", list(names.iter().copied())),
        });
        all.extend(names);
    }
    let hint = did_you_mean(name, all);
    let message = format!(
        "there is no module argument \"{name}\"{hint}: {}",
        said.join("; ")
    );
    Diagnostic::argument(message)
}

#[cfg(all(test, feature = "modules"))]
mod tests {
    use super::*;
    use crate::convert::ModuleSource;

    fn checked(modules: &[(&str, &[(&str, &str)])]) -> std::result::Result<(), String> {
        let modules = modules.iter().zip(["a", "b"]).map(|((text, args), name)| {
            let mut options = ModuleOptions::new(name);
            options.module = ModuleSource::text(name, *text);
            let args = args
                .iter()
                .map(|&(name, value)| (name.into(), value.into()));
            options.args = args.collect();
            options
        });
        let checked = check_args(&modules.collect::<Vec<_>>());
        checked.map_err(|error| error.message)
    }

    #[test]
    fn an_argument_that_no_module_reads_is_an_error() {
        let rows = "x = args.get(\"rows\", args.get(\"near\"))\n";
        let any = "x = list(args)\n";
        let wrong = [("row", "2")];
        assert_eq!(checked(&[(rows, &[("rows", "2"), ("near", "1")])]), Ok(()));
        assert_eq!(checked(&[(any, &wrong)]), Ok(()));
        assert_eq!(checked(&[("this is no module", &wrong)]), Ok(()));
        assert_eq!(
            checked(&[(rows, &wrong)]).unwrap_err(),
            "there is no module argument \"row\" (did you mean \"rows\"?): a has \"near\" or \"rows\""
        );
        assert_eq!(
            checked(&[("", &wrong), (rows, &wrong)]).unwrap_err(),
            "there is no module argument \"row\" (did you mean \"rows\"?): a has no arguments; \
             b has \"near\" or \"rows\""
        );
    }

    #[test]
    fn of_several_modules_one_reads_an_argument() {
        let rows = "x = args.get(\"rows\")\n";
        let (two, three) = ([("rows", "2")], [("rows", "3")]);
        assert_eq!(checked(&[("", &two), (rows, &two)]), Ok(()));
        // An argument given to one module must be read by that module.
        assert!(checked(&[("", &two), (rows, &three)]).is_err());
        assert!(checked(&[("", &two), (rows, &[])]).is_err());
    }
}
