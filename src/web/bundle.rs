//! Combines the modules of the page into one script, because a browser cannot import modules from a file on
//! disk. Each module becomes a function, which is called after those of the modules that it imports:
//!
//! ```js
//! const $dom = (() => { …; return { h, svg }; })();
//! const $layers_box = (() => { const { svg } = $dom; …; return { box }; })();
//! ```
//!
//! Documentation comments are left out. It supports only the style of the modules in `page/`: imports and exports begin a line, an import ends
//! with `;`, and an exported name is on the same line. Modules that it cannot convert are errors; a test
//! converts all of them.

use std::collections::HashSet;

/// The script of a module with all direct and indirect imports.
///
/// # Errors
///
/// The name of a module that does not exist, has another style, or imports itself.
pub(super) fn bundle(
    entry: &str,
    file: &dyn Fn(&str) -> Option<&'static str>,
) -> Result<String, String> {
    let mut bundle = Bundle {
        file,
        script: String::new(),
        done: HashSet::new(),
    };
    bundle.add(entry, &mut Vec::new())?;
    Ok(bundle.script)
}

struct Bundle<'a> {
    file: &'a dyn Fn(&str) -> Option<&'static str>,
    script: String,
    done: HashSet<String>,
}

impl Bundle<'_> {
    /// Adds a module after those that it imports. `around` are the importing modules; the recursion is
    /// bounded by their number.
    fn add(&mut self, name: &str, around: &mut Vec<String>) -> Result<(), String> {
        if self.done.contains(name) {
            return Ok(());
        }
        if around.iter().any(|other| other == name) {
            return Err(format!(
                "{name}: it imports itself by {}",
                around.join(", ")
            ));
        }
        let source = (self.file)(name).ok_or_else(|| format!("{name}: there is no such module"))?;
        let module = Module::read(name, source)?;
        around.push(name.to_owned());
        for import in &module.imports {
            self.add(import, around)?;
        }
        around.pop();
        let value = variable(name);
        let exports = module.exports.join(", ");
        self.script.push_str(&format!(
            "const {value} = (() => {{\n{}return {{ {exports} }};\n}})();\n",
            module.body
        ));
        self.done.insert(name.to_owned());
        Ok(())
    }
}

/// A parsed module.
#[derive(Default)]
struct Module {
    imports: Vec<String>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn read(name: &str, source: &str) -> Result<Self, String> {
        let mut module = Self::default();
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            let strange = || format!("{name}: it has a line that is not understood: {line}");
            if let Some(comment) = line.trim_start().strip_prefix("/**") {
                let is_whole = comment.ends_with("*/");
                if is_whole || !comment.contains("*/") {
                    if !is_whole && !lines.any(|line| line.ends_with("*/")) {
                        return Err(strange());
                    }
                    continue;
                }
            }
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement.push(' ');
                    statement.push_str(lines.next().ok_or_else(strange)?.trim());
                }
                module.import(name, &statement).ok_or_else(strange)?;
                continue;
            }
            let declared = match line.strip_prefix("export ") {
                Some(declaration) => {
                    let exported = declared_name(declaration).ok_or_else(strange)?;
                    module.exports.push(exported.to_owned());
                    declaration
                }
                None => line,
            };
            module.body.push_str(declared);
            module.body.push('\n');
        }
        Ok(module)
    }

    /// Parses `import { a, b as c } from './x.js';`, `import * as x from './x.js';` or `import './x.js';`.
    fn import(&mut self, name: &str, statement: &str) -> Option<()> {
        let statement = statement.strip_prefix("import ")?.strip_suffix("';")?;
        let (what, from) = statement.rsplit_once('\'')?;
        let from = resolved(name, from)?;
        let value = variable(&from);
        if let Some(what) = what.strip_suffix(" from ") {
            let bound = match what.strip_prefix("* as ") {
                Some(all) => all.to_owned(),
                None if what.starts_with('{') => what.replace(" as ", ": "),
                None => return None,
            };
            self.body.push_str(&format!("const {bound} = {value};\n"));
        } else if !what.is_empty() {
            return None;
        }
        self.imports.push(from);
        Some(())
    }
}

/// The name declared by `const x = …`, `class X {`, `async function* x(`.
fn declared_name(declaration: &str) -> Option<&str> {
    let keywords = [
        "async function* ",
        "async function ",
        "function* ",
        "function ",
        "class ",
        "const ",
    ];
    let rest = keywords
        .iter()
        .find_map(|keyword| declaration.strip_prefix(keyword))?;
    let is_end = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let name = rest.split(is_end).next()?;
    (!name.is_empty()).then_some(name)
}

/// Resolves `./x.js` or `../x.js` in a module to a path below `page/`.
fn resolved(name: &str, from: &str) -> Option<String> {
    let mut path: Vec<&str> = name.split('/').collect();
    path.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => drop(path.pop()?),
            part => path.push(part),
        }
    }
    from.starts_with('.').then(|| path.join("/"))
}

/// The variable with the exports of a module: `$layers_box` for `layers/box.js`.
fn variable(name: &str) -> String {
    let name = name.strip_suffix(".js").unwrap_or(name);
    format!(
        "${}",
        name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(name: &str) -> Option<&'static str> {
        Some(match name {
            "main.js" => {
                "import * as box from './layers/box.js';\nimport {\n  h,\n  svg as s,\n} from './dom.js';\n\
                 import './first.js';\nbox.draw(h, s);\n"
            }
            "layers/box.js" => {
                "import { svg } from '../dom.js';\n/** A box. */\nexport class Box {\n  /**\n   * @type {X}\n   */\n  \
                 a() {}\n}\n"
            }
            "dom.js" => "export const h = 1;\nexport async function* svg() {}\n",
            "first.js" => "globalThis.begun = true;\n",
            "round.js" => "import { x } from './round2.js';\n",
            "round2.js" => "import { x } from './round.js';\n",
            "default.js" => "export default 7;\n",
            "bare.js" => "import { x } from 'library';\n",
            "open.js" => "import { x }\n",
            _ => return None,
        })
    }

    #[test]
    fn modules_come_behind_those_that_they_import() {
        let script = bundle("main.js", &files).unwrap();
        assert_eq!(
            script,
            "const $dom = (() => {\nconst h = 1;\nasync function* svg() {}\nreturn { h, svg };\n})();\n\
             const $layers_box = (() => {\nconst { svg } = $dom;\nclass Box {\n  a() {}\n}\nreturn { Box };\n})();\n\
             const $first = (() => {\nglobalThis.begun = true;\nreturn {  };\n})();\n\
             const $main = (() => {\nconst box = $layers_box;\nconst { h, svg: s, } = $dom;\n\
             box.draw(h, s);\nreturn {  };\n})();\n"
        );
    }

    #[test]
    fn what_cannot_be_turned_is_named() {
        for (entry, why) in [
            ("none.js", "none.js: there is no such module"),
            (
                "round.js",
                "round.js: it imports itself by round.js, round2.js",
            ),
            (
                "default.js",
                "default.js: it has a line that is not understood: export default 7;",
            ),
            (
                "bare.js",
                "bare.js: it has a line that is not understood: import { x } from 'library';",
            ),
            (
                "open.js",
                "open.js: it has a line that is not understood: import { x }",
            ),
        ] {
            assert_eq!(bundle(entry, &files).unwrap_err(), why);
        }
    }
}
