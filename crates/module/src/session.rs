//! One evaluation of a module: the page that it changes, and its use of the limits.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::sync::{Arc, Mutex};

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::values::Heap;

use super::refusal::{Refusal, refuse};
use super::{Limits, Shared};
use pdfa2hocr_core::corrections::reword;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::page::{Detail, Glyph, NodeId, NodeKind, Page, Step, Tree};

/// Maximum lines that `print` records for a page, and their total bytes.
const PRINTED: usize = 1000;
const PRINTED_BYTES: usize = 64 << 10;

/// Number of counters for hashes of table keys.
const COUNTERS: usize = 1 << 15;

/// Maximum nesting of nodes that a module creates.
const NESTED: usize = 100;

/// Maximum length of a kind or attribute name, in bytes.
const NAME: usize = 256;

/// Rejects empty and overlong names.
pub(super) fn check_name(name: &str) -> starlark::Result<()> {
    if name.is_empty() || name.len() > NAME {
        return Err(refuse(format!(
            "a name has 1 to {NAME} bytes, not {}",
            name.len()
        )));
    }
    Ok(())
}

/// Data that an evaluation shares with the values it creates.
#[derive(Debug, ProvidesStaticType, Allocative)]
#[allocative(skip)]
pub(super) struct Session {
    pub limits: Limits,
    pub shared: Arc<Shared>,
    /// A panic cannot leave a damaged tree in use, because the page is then discarded.
    state: Mutex<State>,
}

/// The mutable state of an evaluation.
#[derive(Debug, Default)]
pub(super) struct State {
    pub page: Page,
    /// The tree before the first change.
    original: Option<Tree>,
    /// The glyphs before the first change of text.
    original_glyphs: Option<Vec<Glyph>>,
    /// The module may read but not change the page.
    read_only: bool,
    /// Steps taken by functions of the program, in addition to those that the engine counts.
    work: u64,
    /// Bytes allocated outside the engine's heap.
    bytes: usize,
    /// Nodes that may have no children: new ones, and those from which a child was taken.
    emptied: Vec<NodeId>,
    /// The first node that the module created; all later nodes are its own too.
    first_made: Option<NodeId>,
    printed: Vec<String>,
    printed_bytes: usize,
    /// Number of keys inserted into tables, by a hash of table and key; each counter serves several.
    collisions: Vec<u32>,
    entered: u64,
    /// File index and line of the last loop that began.
    loop_place: Option<(usize, usize)>,
}

/// A page after an evaluation.
pub(super) struct Evaluated {
    pub page: Page,
    /// The original tree, if the module changed it.
    pub original: Option<Tree>,
    /// The original glyphs, if the module changed text.
    pub original_glyphs: Option<Vec<Glyph>>,
    pub printed: Vec<String>,
}

impl Session {
    pub(super) fn new(
        limits: Limits,
        shared: Arc<Shared>,
        page: Page,
        read_only: bool,
    ) -> Arc<Self> {
        Arc::new(Self {
            limits,
            shared,
            state: Mutex::new(State {
                page,
                read_only,
                ..State::default()
            }),
        })
    }

    /// Takes the page out of the session.
    pub(super) fn leave(&self) -> Evaluated {
        let mut state = lock(&self.state);
        Evaluated {
            page: std::mem::take(&mut state.page),
            original: state.original.take(),
            original_glyphs: state.original_glyphs.take(),
            printed: std::mem::take(&mut state.printed),
        }
    }

    pub(super) fn print(&self, text: String) {
        let mut state = lock(&self.state);
        if state.printed.len() < PRINTED && state.printed_bytes + text.len() <= PRINTED_BYTES {
            state.printed_bytes += text.len();
            state.printed.push(text);
        } else if state.printed.len() <= PRINTED {
            state.printed_bytes = PRINTED_BYTES;
            state.printed.resize_with(PRINTED, String::new);
            state.printed.push("(more was printed)".into());
        }
    }

    /// Records that a loop begins in the module file with this number, at this line.
    pub(super) fn enter_loop(&self, file: i32, line: i32) {
        let place = usize::try_from(file).ok().zip(usize::try_from(line).ok());
        lock(&self.state).loop_place = place;
    }

    /// File index and line of the last loop that began.
    pub(super) fn loop_place(&self) -> Option<(usize, usize)> {
        lock(&self.state).loop_place
    }

    /// Counts the work of a function of the program. `engine` is the number of the engine's steps so far.
    pub(super) fn charge(&self, engine: u64, work: u64) -> starlark::Result<()> {
        let mut state = lock(&self.state);
        state.work = state.work.saturating_add(work);
        self.check_steps(state.work.saturating_add(engine))
    }

    fn check_steps(&self, steps: u64) -> starlark::Result<()> {
        if steps > self.limits.steps {
            return Err(refuse(Refusal::too_many_steps(&self.limits)));
        }
        Ok(())
    }

    /// Counts a key inserted into a table. Returns the number of keys with the same counter, less the number
    /// expected by chance. `place` is the table and the key's hash.
    pub(super) fn collisions(&self, place: &impl Hash) -> u64 {
        let place = BuildHasherDefault::<DefaultHasher>::default().hash_one(place);
        let mut state = lock(&self.state);
        if state.collisions.is_empty() {
            state.collisions.resize(COUNTERS, 0);
        }
        state.entered += 1;
        let by_chance = 4 * state.entered / COUNTERS as u64;
        match state.collisions.get_mut(place as usize % COUNTERS) {
            Some(cell) => {
                *cell = cell.saturating_add(1);
                u64::from(*cell).saturating_sub(by_chance)
            }
            None => 0,
        }
    }

    /// Counts memory outside the engine's heap.
    pub(super) fn hold(&self, bytes: usize) {
        lock(&self.state).hold(bytes);
    }

    /// Checks that this many more bytes can be allocated.
    pub(super) fn room(&self, heap: Heap<'_>, bytes: usize) -> starlark::Result<()> {
        let own = lock(&self.state).bytes;
        self.check_room(own, heap, bytes)
    }

    fn check_room(&self, own: usize, heap: Heap<'_>, bytes: usize) -> starlark::Result<()> {
        let used = heap.allocated_bytes().saturating_add(own);
        if used.saturating_add(bytes) > self.limits.memory {
            return Err(refuse(Refusal::too_much_memory(&self.limits)));
        }
        Ok(())
    }

    /// Reads the page. `look` also returns its cost in steps.
    pub(super) fn look<R>(
        &self,
        heap: Heap<'_>,
        look: impl FnOnce(&Page) -> (R, usize),
    ) -> starlark::Result<R> {
        let result = self.look_unseen(look)?;
        self.room(heap, 0)?;
        Ok(result)
    }

    /// Like [`Session::look`], if no heap is available.
    pub(super) fn look_unseen<R>(
        &self,
        look: impl FnOnce(&Page) -> (R, usize),
    ) -> starlark::Result<R> {
        let mut state = lock(&self.state);
        let (result, work) = look(&state.page);
        state.work = state.work.saturating_add(1 + work as u64);
        self.check_steps(state.work)?;
        Ok(result)
    }

    /// Changes the page.
    pub(super) fn change<R>(
        &self,
        heap: Heap<'_>,
        change: impl FnOnce(&mut State) -> Result<R, String>,
    ) -> starlark::Result<R> {
        let result = self.change_unseen(change)?;
        self.room(heap, 0)?;
        Ok(result)
    }

    /// Like [`Session::change`], if no heap is available; the next operation checks the memory.
    pub(super) fn change_unseen<R>(
        &self,
        change: impl FnOnce(&mut State) -> Result<R, String>,
    ) -> starlark::Result<R> {
        let mut state = lock(&self.state);
        if state.read_only {
            return Err(refuse("only custom_processing can change a page"));
        }
        if state.original.is_none() {
            state.original = Some(state.page.tree.clone());
        }
        let result = change(&mut state).map_err(refuse)?;
        state.work = state.work.saturating_add(1);
        self.check_steps(state.work)?;
        if state.bytes > self.limits.memory {
            return Err(refuse(Refusal::too_much_memory(&self.limits)));
        }
        Ok(result)
    }

    /// Reads the page without counting steps.
    pub(super) fn peek<R>(&self, look: impl FnOnce(&Page) -> R) -> R {
        look(&lock(&self.state).page)
    }

    /// Cleans up the tree after a module: removes nodes that it has emptied.
    ///
    /// # Errors
    ///
    /// If nodes are nested too deep.
    pub(super) fn finish(&self) -> Result<(), String> {
        let mut state = lock(&self.state);
        let emptied = std::mem::take(&mut state.emptied);
        let first_made = state.first_made;
        let is_made = |id: NodeId| first_made.is_some_and(|first| id >= first);
        let tree = &mut state.page.tree;
        for id in emptied {
            let mut next = Some(id);
            while let Some(id) = next.filter(|&id| {
                !tree.has_children(id)
                    && (is_hollow(tree, id) || is_made(id) && tree[id].detail == Detail::None)
            }) {
                next = tree.parent(id);
                tree.detach(id);
            }
        }
        let mut depth = 0;
        for step in tree.walk(tree.root()) {
            match step {
                Step::Enter(id) if is_made(id) => depth += 1,
                Step::Leave(id) if is_made(id) => depth -= 1,
                _ => {}
            }
            if depth > NESTED {
                return Err(format!("new nodes are nested more than {NESTED} deep"));
            }
        }
        Ok(())
    }
}

/// Whether a node without children has no content.
fn is_hollow(tree: &Tree, id: NodeId) -> bool {
    [NodeKind::TEXTGROUP, NodeKind::TEXTBOX, NodeKind::TEXTLINE].contains(&tree[id].kind)
        && matches!(tree[id].detail, Detail::None | Detail::Line(_))
}

impl State {
    /// Counts steps taken while the page is changed.
    pub(super) fn work(&mut self, steps: usize) {
        self.work = self.work.saturating_add(steps as u64);
    }

    /// Counts memory that a change takes.
    pub(super) fn hold(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Adds a detached node.
    pub(super) fn make(&mut self, node: pdfa2hocr_core::page::Node) -> NodeId {
        self.hold(size_of::<pdfa2hocr_core::page::Node>() + node.kind.as_str().len());
        let id = self.page.tree.add(node);
        self.first_made.get_or_insert(id);
        self.emptied.push(id);
        id
    }

    /// Detaches a node and updates the boxes of its ancestors.
    pub(super) fn take_out(&mut self, id: NodeId) {
        if let Some(parent) = self.page.tree.parent(id) {
            self.page.tree.detach(id);
            self.emptied.push(parent);
            self.hold(size_of::<NodeId>());
            self.refit(parent);
        }
    }

    /// Whether a node is `top` or one of its descendants.
    pub(super) fn is_within(&mut self, id: NodeId, top: NodeId) -> bool {
        let tree = &self.page.tree;
        let mut steps = 0;
        let found = std::iter::successors(Some(id), |&id| tree.parent(id))
            .inspect(|_| steps += 1)
            .any(|id| id == top);
        self.work(steps);
        found
    }

    /// Inserts a node into another, before the child at `index`, and updates the boxes.
    ///
    /// # Errors
    ///
    /// If it is not allowed there.
    pub(super) fn put(&mut self, parent: NodeId, index: usize, id: NodeId) -> Result<(), String> {
        let tree = &self.page.tree;
        if id == tree.root() {
            return Err("the page cannot be put into one of its nodes".into());
        }
        if matches!(tree[parent].detail, Detail::Word(_) | Detail::Image(_)) {
            let kind = &tree[parent].kind;
            return Err(format!("a {kind} cannot hold other nodes"));
        }
        if self.is_within(parent, id) {
            return Err("a node cannot be put into itself, or into what is below it".into());
        }
        self.take_out(id);
        if index == usize::MAX {
            self.page.tree.append(parent, id);
        } else {
            self.page.tree.insert(parent, index, id);
            self.work(index);
        }
        self.refit(parent);
        Ok(())
    }

    /// Fits the boxes of a node and its ancestors to their content, except that of the page.
    fn refit(&mut self, id: NodeId) {
        let tree = &mut self.page.tree;
        let mut steps = 0;
        let mut next = Some(id);
        while let Some(id) = next.filter(|&id| id != tree.root()) {
            let children = tree.children(id).inspect(|_| steps += 1);
            let bbox = children.fold(Rect::EMPTY, |r, c| r.union(tree[c].bbox));
            if bbox == tree[id].bbox {
                break;
            }
            tree[id].bbox = bbox;
            next = tree.parent(id);
        }
        self.work(steps);
    }

    /// Sets the text of a word, which has no white space.
    ///
    /// # Errors
    ///
    /// If the node is not a word, or has no glyphs.
    pub(super) fn set_text(&mut self, id: NodeId, text: &str) -> Result<(), String> {
        if !matches!(self.page.tree[id].detail, Detail::Word(_)) {
            return Err("only the text of words can be set".into());
        }
        if self.original_glyphs.is_none() {
            let glyphs = self.page.content.glyphs.clone();
            self.work(glyphs.len());
            self.original_glyphs = Some(glyphs);
        }
        self.work(text.len());
        self.hold(text.len() * (size_of::<Glyph>() + size_of::<u32>() + 1));
        reword(&mut self.page, id, text)
    }

    /// Joins two words: the glyphs of the second follow those of the first.
    pub(super) fn join_words(&mut self, first: NodeId, second: NodeId) {
        let page = &mut self.page;
        let (Detail::Word(a), Detail::Word(b)) = (
            page.tree[first].detail.clone(),
            page.tree[second].detail.clone(),
        ) else {
            return;
        };
        let glyphs = if a.end == b.start {
            a.start..b.end
        } else {
            let start = page.order.len();
            for range in [a, b] {
                let range = range.start as usize..range.end as usize;
                if range.end <= start {
                    page.order.extend_from_within(range);
                }
            }
            start as u32..page.order.len() as u32
        };
        let bbox = page.tree[first].bbox.union(page.tree[second].bbox);
        page.tree[first].detail = Detail::Word(glyphs.clone());
        page.tree[first].bbox = bbox;
        self.hold(4 * glyphs.len());
        self.take_out(second);
        if let Some(parent) = self.page.tree.parent(first) {
            self.refit(parent);
        }
    }
}
