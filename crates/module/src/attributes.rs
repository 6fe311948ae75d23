//! The attributes of a node as modules see them: a dictionary of strings.

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::environment::{Methods, MethodsBuilder};
use starlark::starlark_module;
use starlark::values::{
    AllocValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value,
    starlark_value,
};

use super::refusal::refuse;
use super::session::{Session, check_name};
use super::text;
use pdfa2hocr_core::page::{Attribute, Name, NodeId};

/// Maximum length of an attribute value, in bytes.
const VALUE: usize = 64 << 10;

/// The attributes of a node of the current page: the page's session and the node's id.
#[derive(
    Clone, Debug, ProvidesStaticType, Trace, Allocative, NoSerialize, StarlarkPagablePanic,
)]
pub(super) struct Attributes {
    #[trace(static)]
    #[allocative(skip)]
    pub session: Arc<Session>,
    #[trace(static)]
    #[allocative(skip)]
    pub id: NodeId,
}

starlark::methods_static!(ATTRIBUTES_METHODS = attributes_methods);

#[starlark_value(type = "attributes", StarlarkTypeRepr, UnpackValue)]
impl<'v> StarlarkValue<'v> for Attributes {
    fn get_methods() -> Option<&'static Methods> {
        Some(ATTRIBUTES_METHODS.methods())
    }

    fn at(&self, index: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let name = name_of(index)?;
        match self.read(heap, name)? {
            Some(value) => Ok(heap.alloc(value)),
            None => Err(refuse(format!("the node has no attribute \"{name}\""))),
        }
    }

    fn is_in(&self, name: Value<'v>) -> starlark::Result<bool> {
        let name = name_of(name)?;
        self.session.look_unseen(|page| {
            let node = &page.tree[self.id];
            let found = node.attribute(&Name::named(name)).is_some();
            (found, node.attributes.len())
        })
    }

    fn set_at(&self, index: Value<'v>, value: Value<'v>) -> starlark::Result<()> {
        let name = name_of(index)?;
        check_name(name)?;
        let value = match value.unpack_str() {
            Some(text) => Some(text.to_owned()),
            None if value.is_none() => None,
            None if value.unpack_i32().is_some() => Some(value.to_str()),
            None => {
                return Err(refuse(format!(
                    "the value of attribute \"{name}\" must be a string, a number, or None"
                )));
            }
        };
        if value.as_ref().is_some_and(|v| v.len() > VALUE) {
            return Err(refuse(format!(
                "the value of attribute \"{name}\" is too long"
            )));
        }
        self.session.change_unseen(|state| {
            let node = &mut state.page.tree[self.id];
            let own = Name::named(name);
            node.attributes.retain(|a| a.name != own);
            if let Some(value) = value {
                let bytes = size_of::<Attribute>() + name.len() + value.len();
                node.add_attribute(own, value);
                let work = node.attributes.len();
                state.hold(bytes);
                state.work(work);
            }
            Ok(())
        })
    }
}

impl<'v> AllocValue<'v> for Attributes {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex_no_freeze(self)
    }
}

impl fmt::Display for Attributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = self.session.peek(|page| text::brief(page, self.id));
        write!(f, "<attributes of {node}>")
    }
}

impl Attributes {
    fn read(&self, heap: Heap<'_>, name: &str) -> starlark::Result<Option<String>> {
        self.session.look(heap, |page| {
            let node = &page.tree[self.id];
            (
                node.attribute(&Name::named(name)).map(str::to_owned),
                node.attributes.len(),
            )
        })
    }
}

fn name_of(value: Value<'_>) -> starlark::Result<&str> {
    value
        .unpack_str()
        .ok_or_else(|| refuse("attributes have names, which are strings"))
}

#[starlark_module]
fn attributes_methods(builder: &mut MethodsBuilder) {
    /// Returns the value of an attribute, or `default` if it is not set.
    fn get<'v>(
        this: &Attributes,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Option<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        Ok(match this.read(heap, name)? {
            Some(value) => heap.alloc(value),
            None => default.unwrap_or(Value::new_none()),
        })
    }

    /// The names of all attributes.
    fn keys(this: &Attributes, heap: Heap<'_>) -> starlark::Result<Vec<String>> {
        this.session.look(heap, |page| {
            let attributes = &page.tree[this.id].attributes;
            let names = attributes.iter().map(|a| a.name.to_string()).collect();
            (names, attributes.len())
        })
    }
}
