//! Nodes of the page tree as modules see them.

use std::fmt;
use std::sync::Arc;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::collections::StarlarkHasher;
use starlark::environment::{Methods, MethodsBuilder};
use starlark::starlark_module;
use starlark::values::list::{AllocList, UnpackList};
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::tuple::{AllocTuple, UnpackTuple};
use starlark::values::{
    AllocValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, Value, ValueLike,
    starlark_value,
};

use super::attributes::Attributes;
use super::refusal::refuse;
use super::session::{Session, State, check_name};
use super::text;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::{self, Detail, NodeId, NodeKind, Page, Step};
use pdfa2hocr_core::page_number::PageNumber;

/// Maximum length of the text of a word that a module sets, in bytes.
const LONGEST_WORD: usize = 1000;

/// A node of the current page: the page's session and the node's id.
#[derive(Clone, ProvidesStaticType, Trace, Allocative, NoSerialize, StarlarkPagablePanic)]
pub(super) struct Node {
    #[trace(static)]
    #[allocative(skip)]
    pub session: Arc<Session>,
    #[trace(static)]
    #[allocative(skip)]
    pub id: NodeId,
}

starlark::methods_static!(NODE_METHODS = node_methods);

#[starlark_value(type = "node", StarlarkTypeRepr, UnpackValue)]
impl<'v> StarlarkValue<'v> for Node {
    fn get_methods() -> Option<&'static Methods> {
        Some(NODE_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        let same = |other: &Self| self.id == other.id && Arc::ptr_eq(&self.session, &other.session);
        Ok(other.downcast_ref::<Self>().is_some_and(same))
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        std::hash::Hash::hash(&self.id, hasher);
        Ok(())
    }

    fn set_attr(&self, attribute: &str, value: Value<'v>) -> starlark::Result<()> {
        match (attribute, value.unpack_str()) {
            ("kind", Some(kind)) => self.set_kind(kind),
            ("text", Some(text)) => self.set_text(text),
            ("kind" | "text", None) => {
                Err(refuse(format!("the {attribute} of a node is a string")))
            }
            _ => Err(refuse(format!(
                "the {attribute} of a node cannot be set, only its kind, attributes and text"
            ))),
        }
    }

    fn dir_attr(&self) -> Vec<String> {
        vec!["kind".into(), "text".into()]
    }
}

impl<'v> AllocValue<'v> for Node {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex_no_freeze(self)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {:?}", self.id)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.session.peek(|page| text::brief(page, self.id)))
    }
}

impl Node {
    fn other(&self, id: NodeId) -> Self {
        Self {
            session: self.session.clone(),
            id,
        }
    }

    /// Reads the node. `look` also returns its cost in steps.
    fn look<R>(
        &self,
        heap: Heap<'_>,
        look: impl FnOnce(&Page, NodeId) -> (R, usize),
    ) -> starlark::Result<R> {
        self.session.look(heap, |page| look(page, self.id))
    }

    fn neighbour(
        &self,
        heap: Heap<'_>,
        of: impl FnOnce(&page::Tree, NodeId) -> Option<NodeId>,
    ) -> starlark::Result<NoneOr<Self>> {
        let id = self.look(heap, |page, id| (of(&page.tree, id), 0))?;
        Ok(NoneOr::from_option(id.map(|id| self.other(id))))
    }

    /// Reads the most frequent font style below the node.
    fn prevailing<R>(
        &self,
        heap: Heap<'_>,
        read: impl FnOnce(Option<&text::Look<'_>>) -> R,
    ) -> starlark::Result<R> {
        self.look(heap, |page, id| {
            let (looks, work) = text::looks(page, id);
            (read(looks.first()), work)
        })
    }

    fn set_kind(&self, kind: &str) -> starlark::Result<()> {
        let kind = self.kind(kind)?;
        self.session.change_unseen(|state| {
            let tree = &mut state.page.tree;
            if self.id == tree.root() {
                return Err("the page's kind cannot be set".into());
            }
            tree[self.id].kind = kind;
            state.hold(32);
            Ok(())
        })
    }

    fn set_text(&self, text: &str) -> starlark::Result<()> {
        if text.is_empty() || text.len() > LONGEST_WORD || text.contains(char::is_whitespace) {
            return Err(refuse(format!(
                "the text of a word has 1 to {LONGEST_WORD} bytes and no white space"
            )));
        }
        self.session
            .change_unseen(|state| state.set_text(self.id, text))
    }

    /// Checks that the mapping knows a kind.
    fn kind(&self, kind: &str) -> starlark::Result<NodeKind> {
        check_name(kind)?;
        if kind == NodeKind::PAGE.as_str() {
            return Err(refuse("there is only one page"));
        }
        self.session.shared.knows(kind).map_err(refuse)?;
        Ok(NodeKind::new(kind))
    }

    /// Moves nodes into this one, in the given order.
    fn put_all(&self, state: &mut State, index: usize, nodes: &[&Self]) -> Result<(), String> {
        for (i, node) in nodes.iter().enumerate() {
            state.put(self.id, index.saturating_add(i), node.id)?;
        }
        Ok(())
    }

    fn check_same_page(&self, other: &Self) -> starlark::Result<()> {
        if Arc::ptr_eq(&self.session, &other.session) {
            return Ok(());
        }
        Err(refuse("the node is of another page"))
    }
}

/// Rounds points to hundredths: finer digits are rounding noise.
fn points(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}

#[starlark_module]
fn node_methods(builder: &mut MethodsBuilder) {
    /// The kind of the node: `textbox`, `textline`, `word`, `P`, … It can be set to any kind that the mapping
    /// knows.
    #[starlark(attribute)]
    fn kind(this: &Node, heap: Heap<'_>) -> starlark::Result<String> {
        this.look(heap, |page, id| (page.tree[id].kind.to_string(), 0))
    }

    /// Left, top, right and bottom in points from the top left corner of the page; `None` if the node is
    /// empty.
    #[starlark(attribute)]
    fn bbox<'v>(this: &Node, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let bbox = this.look(heap, |page, id| (page.tree[id].bbox, 0))?;
        if bbox.is_empty() {
            return Ok(Value::new_none());
        }
        let Rect { x0, y0, x1, y1 } = bbox;
        Ok(heap.alloc(AllocTuple([x0, y0, x1, y1].map(points))))
    }

    /// The words of the node, separated by spaces within a line and by new lines between lines. That of a word can
    /// be set.
    #[starlark(attribute)]
    fn text(this: &Node, heap: Heap<'_>) -> starlark::Result<String> {
        this.look(heap, text::text)
    }

    /// The children of the node in reading order, as a new list.
    #[starlark(attribute)]
    fn children<'v>(this: &Node, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let ids: Vec<NodeId> = this.look(heap, |page, id| {
            let ids: Vec<_> = page.tree.children(id).collect();
            let count = ids.len();
            (ids, count)
        })?;
        Ok(heap.alloc(AllocList(ids.into_iter().map(|id| this.other(id)))))
    }

    /// The parent of the node; `None` for the page and for detached nodes.
    #[starlark(attribute)]
    fn parent(this: &Node, heap: Heap<'_>) -> starlark::Result<NoneOr<Node>> {
        this.neighbour(heap, page::Tree::parent)
    }

    /// The next sibling, or `None`.
    #[starlark(attribute)]
    fn next(this: &Node, heap: Heap<'_>) -> starlark::Result<NoneOr<Node>> {
        this.neighbour(heap, page::Tree::next)
    }

    /// The previous sibling, or `None`.
    #[starlark(attribute)]
    fn previous(this: &Node, heap: Heap<'_>) -> starlark::Result<NoneOr<Node>> {
        this.neighbour(heap, page::Tree::previous)
    }

    /// The page's number in the document, from 1.
    #[starlark(attribute)]
    fn page_number(this: &Node, heap: Heap<'_>) -> starlark::Result<u32> {
        this.look(heap, |page, _| (PageNumber::of(page.index).get(), 0))
    }

    /// The result of `begin`; `None` if the module does not define it.
    #[starlark(attribute)]
    fn settings<'v>(this: &Node, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(this.session.shared.settings(heap))
    }

    /// Named values of the node, as strings. Rules of a mapping can test them.
    #[starlark(attribute)]
    fn attributes(this: &Node) -> starlark::Result<Attributes> {
        Ok(Attributes {
            session: this.session.clone(),
            id: this.id,
        })
    }

    /// The font family of most characters; empty if unknown.
    #[starlark(attribute)]
    fn font(this: &Node, heap: Heap<'_>) -> starlark::Result<String> {
        this.prevailing(heap, |look| {
            let font = look.and_then(|look| look.font);
            font.map_or_else(String::new, |font| font.family.clone())
        })
    }

    /// The font size of most characters in points; 0 without text.
    #[starlark(attribute)]
    fn size(this: &Node, heap: Heap<'_>) -> starlark::Result<f64> {
        this.prevailing(heap, |look| look.map_or(0.0, |look| points(look.size)))
    }

    /// Whether most characters are bold.
    #[starlark(attribute)]
    fn bold(this: &Node, heap: Heap<'_>) -> starlark::Result<bool> {
        this.prevailing(heap, |look| {
            look.and_then(|l| l.font).is_some_and(|f| f.bold)
        })
    }

    /// Whether most characters are italic.
    #[starlark(attribute)]
    fn italic(this: &Node, heap: Heap<'_>) -> starlark::Result<bool> {
        this.prevailing(heap, |look| {
            look.and_then(|l| l.font).is_some_and(|f| f.italic)
        })
    }

    /// All descendants of the node, or those of one kind, in reading order.
    fn descendants<'v>(
        this: &Node,
        #[starlark(require = pos)] kind: Option<&str>,
        heap: Heap<'v>,
    ) -> starlark::Result<Value<'v>> {
        let ids: Vec<NodeId> = this.look(heap, |page, top| {
            let mut seen = 0;
            let wanted = |step: Step| {
                seen += 1;
                match step {
                    Step::Enter(id) if id != top => kind
                        .is_none_or(|k| page.tree[id].kind.as_str() == k)
                        .then_some(id),
                    _ => None,
                }
            };
            let ids = page.tree.walk(top).filter_map(wanted).collect();
            (ids, seen)
        })?;
        this.session.room(heap, ids.len().saturating_mul(48))?;
        Ok(heap.alloc(AllocList(ids.into_iter().map(|id| this.other(id)))))
    }

    /// Moves nodes to the end of this node's children.
    fn append<'v>(
        this: &Node,
        #[starlark(args)] nodes: UnpackTuple<Value<'v>>,
        heap: Heap<'v>,
    ) -> starlark::Result<NoneType> {
        let node = |value: &Value<'v>| {
            let kind = value.get_type();
            let node = value.downcast_ref::<Node>();
            node.ok_or_else(|| refuse(format!("only nodes can be appended to one, not a {kind}")))
        };
        let nodes: Vec<&Node> = nodes.items.iter().map(node).collect::<Result<_, _>>()?;
        nodes
            .iter()
            .try_for_each(|node| this.check_same_page(node))?;
        this.session
            .change(heap, |state| this.put_all(state, usize::MAX, &nodes))?;
        Ok(NoneType)
    }

    /// Moves a node before this node's child at `index`. Negative indices count from the end.
    fn insert(
        this: &Node,
        #[starlark(require = pos)] index: i32,
        #[starlark(require = pos)] node: &Node,
        heap: Heap<'_>,
    ) -> starlark::Result<NoneType> {
        this.check_same_page(node)?;
        this.session.change(heap, |state| {
            let index = match usize::try_from(index) {
                Ok(index) => index,
                Err(_) => {
                    let count = state.page.tree.children(this.id).count();
                    state.work(count);
                    count.saturating_sub(index.unsigned_abs() as usize)
                }
            };
            state.put(this.id, index, node.id)
        })?;
        Ok(NoneType)
    }

    /// Detaches a child from this node or, without an argument, this node from its parent. It can be inserted
    /// elsewhere.
    fn remove(
        this: &Node,
        #[starlark(require = pos)] node: Option<&Node>,
        heap: Heap<'_>,
    ) -> starlark::Result<NoneType> {
        if let Some(node) = node {
            this.check_same_page(node)?;
        }
        this.session.change(heap, |state| {
            let tree = &state.page.tree;
            let id = match node {
                Some(node) if tree.parent(node.id) != Some(this.id) => {
                    return Err("the node to be removed is not in this one".into());
                }
                Some(node) => node.id,
                None if this.id == tree.root() => return Err("the page cannot be removed".into()),
                None => this.id,
            };
            state.take_out(id);
            Ok(())
        })?;
        Ok(NoneType)
    }

    /// Moves the content of another node to the end of this one and detaches the other. Two words become one.
    fn join(
        this: &Node,
        #[starlark(require = pos)] node: &Node,
        heap: Heap<'_>,
    ) -> starlark::Result<NoneType> {
        this.check_same_page(node)?;
        this.session.change(heap, |state| {
            if node.id == this.id {
                return Err("a node cannot be joined with itself".into());
            }
            if state.is_within(this.id, node.id) {
                return Err("a node cannot be joined with one that it is in".into());
            }
            let tree = &state.page.tree;
            let is_word = |id: NodeId| matches!(tree[id].detail, Detail::Word(_));
            match (is_word(this.id), is_word(node.id)) {
                (true, true) => state.join_words(this.id, node.id),
                (false, false) => {
                    let children: Vec<NodeId> = tree.children(node.id).collect();
                    for child in children {
                        state.put(this.id, usize::MAX, child)?;
                    }
                    state.take_out(node.id);
                }
                _ => return Err("words can only be joined with words".into()),
            }
            Ok(())
        })?;
        Ok(NoneType)
    }

    /// Creates a detached node and moves `children` into it.
    fn new(
        this: &Node,
        #[starlark(require = pos)] kind: &str,
        #[starlark(require = pos)] children: Option<UnpackList<&Node>>,
        heap: Heap<'_>,
    ) -> starlark::Result<Node> {
        let kind = this.kind(kind)?;
        let children = children.map(|list| list.items).unwrap_or_default();
        children
            .iter()
            .try_for_each(|node| this.check_same_page(node))?;
        let id = this.session.change(heap, |state| {
            let id = state.make(page::Node::new(kind, Rect::EMPTY, Detail::None));
            this.other(id).put_all(state, usize::MAX, &children)?;
            Ok(id)
        })?;
        Ok(this.other(id))
    }
}
