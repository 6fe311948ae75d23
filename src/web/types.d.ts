// The types that several files of the page share. They are global: comments in page/ name them without an import.
// The program has none of this; it is for `tsc` and editors.

// ---- The answers of the server: the structs of src/browse/data, src/browse/api and src/inspect. ----

/** A bounding box `[x0, y0, x1, y1]` in points, from the upper left corner of the page. */
type Box = [number, number, number, number];
type RoadName = 'tags' | 'layout';

/** The fields of a document or a book that its pages need. */
interface PagesSummary {
  page_count: number;
  /** Runs of pages of one size: `[count, width, height]`. */
  sizes: [number, number, number][];
  labels: (string | null)[] | null;
  pictures: boolean;
  /** In a file with some pages: their indices in the document. */
  pages?: number[];
}

interface Summary extends PagesSummary {
  id: number;
  name: string;
  title: string | null;
  kind: string;
  bytes: number;
  road: RoadName;
  roads: RoadName[];
  elements: number;
  validate: boolean;
  warnings: Warned[];
  /** In a file with some pages: the views, tabs and tools that it has. */
  views?: string[];
  tabs?: string[];
  tools?: string[];
}

interface DocumentEntry {
  id: number;
  name: string;
  state: string;
  error: string | null;
}
/** The options, the mapping and the modules of the command line. */
interface CommandLine {
  options: string[];
  mapping: string | null;
  modules: string[];
}
interface DocumentList {
  /** Of the program; a page that is one file has none. */
  version?: string;
  documents: DocumentEntry[];
  command?: CommandLine;
}

interface Warned {
  kind: string;
  message: string;
  page?: number | null;
  object?: string | null;
}

interface OutlineItem {
  title: string;
  page: number | null;
  y: number | null;
  open: boolean;
  items: OutlineItem[];
}
interface Outline {
  items: OutlineItem[];
}

/** The items of a page, as its layers show them. */
interface PageData {
  index: number;
  number: number;
  label: string | null;
  width: number;
  height: number;
  lang: string | null;
  confidence: { measured: boolean; same: number | null };
  needs_ocr: boolean;
  tags_left: string | null;
  truncated: boolean;
  lacks: string[];
  warnings: Warned[];
  fonts: Font[];
  blocks: Block[];
  tables: Table[];
  findings: Finding[];
  images: { bbox: Box; key: string | null }[];
  artifacts: { bbox: Box; type: string | null }[];
  rules: { bbox: Box; stroked: boolean }[];
  elements: PlacedElement[];
}
interface Font {
  name: string;
  key: string | null;
  family: string;
  bold: boolean;
  italic: boolean;
  serif: boolean;
  monospace: boolean;
}
interface Block {
  role: string;
  bbox: Box;
  order: number | null;
  key: string | null;
  alt: string | null;
  paragraphs: Paragraph[];
}
interface Paragraph {
  bbox: Box;
  role: string | null;
  heading: number | null;
  key: string | null;
  lines: Line[];
}
interface Line {
  bbox: Box;
  origin: [number, number] | null;
  angle: number;
  size: number;
  vertical: boolean;
  key: string | null;
  words: Word[];
}
interface Word {
  text: string;
  bbox: Box;
  font: number | null;
  size: number;
  confidence: number;
  basis: string;
  lang: string | null;
  key: string | null;
  glued?: boolean;
  divided?: boolean;
}
interface Table {
  bbox: Box;
  key: string | null;
  cells: Cell[];
}
interface Cell {
  bbox: Box;
  row: number;
  column: number;
  row_span: number;
  column_span: number;
  header: boolean;
  key: string | null;
}
/** A decision of the page analysis. */
interface Finding {
  kind: string;
  bbox: Box;
  why: string;
  by: string;
}
interface PlacedElement {
  key: string;
  name: string;
  standard: string;
  bbox: Box;
  depth: number;
}
interface Character {
  text: string;
  bbox: Box;
  font: number;
  size: number;
  /** The index of its word on the page. */
  word: number;
  decoding: string;
}
interface Characters {
  characters: Character[];
  truncated: boolean;
}

interface TreeRow {
  key: string;
  name: string;
  standard: string | null;
  namespace: string | null;
  kids: number;
  page: number | null;
  text: string | null;
}
interface TreeStep {
  key: string;
  index: number;
}
interface TreePath {
  path: TreeStep[];
}
/** A row that a search has found, with the keys of the rows above it. */
interface FoundRow extends TreeRow {
  path: string[];
}
interface TreeFound {
  rows: FoundRow[];
  next: number | null;
}
interface NamedElements {
  name: string;
  standard: string | null;
  count: number | null;
}
interface Names {
  names: NamedElements[];
}

interface ElementDetails {
  key: string;
  path: { key: string; name: string }[];
  name: string;
  standard: string | null;
  namespace: string | null;
  object: string | null;
  attributes: Attribute[];
  lang: { value: string; inherited: boolean } | null;
  alt: string | null;
  actual_text: string | null;
  expansion: string | null;
  title: string | null;
  id: string | null;
  target: string | null;
  pages: { index: number; bbox: Box | null; boxes: Box[] }[];
  runs: Run[];
  fonts: Font[];
  truncated: boolean;
  why: { why: string; by: string }[];
}
interface Attribute {
  name: string;
  value: string;
  owner: string | null;
  origin: 'own' | 'class' | 'inherited';
  from: string | null;
}
/** Text of one font and size; `font` is an index into the fonts of the element. */
interface Run {
  text: string;
  font: number;
  size: number;
}

interface Hit {
  page: number;
  boxes: Box[];
  before: string;
  match: string;
  after: string;
  /** The element that has the text; books have none. */
  key?: string | null;
}
interface Hits<T extends Hit = Hit> {
  hits: T[];
  /** The page from which to search on. */
  next: number | null;
  searched: number;
}
/** The words in a font, and the page and the word on it from which to go on. */
interface FontWords {
  hits: Hit[];
  next: [number, number] | null;
}

interface FaultReport {
  flavour: string;
  flavours: string[];
  claimed: boolean;
  conforms: boolean;
  findings: FaultFinding[];
}
interface FaultFinding {
  clause: string;
  test: number;
  severity: string;
  message: string;
  count: number;
  faults: Fault[];
}
interface Fault {
  page: number | null;
  object: string | null;
  offset: number | null;
  found: string;
  bbox: Box | null;
  element: string | null;
}

interface PageMeasures {
  page: number;
  words: number;
  confidence: number | null;
  measured: boolean;
  doubtful: number;
  unknown: number;
  /** The box of the first doubtful word. */
  place: Box | null;
  needs_ocr: boolean;
  warning_count: number;
  warnings: Warned[];
}
interface Review {
  pages: PageMeasures[];
  next: number | null;
}

/** The disagreement of tags and geometry on a page. */
interface Verdict {
  page: number;
  tagged: number;
  untagged: number;
  order: number | null;
  leaves: string | null;
  findings: VerdictFinding[];
}
interface VerdictFinding {
  kind: string;
  by: 'tags' | 'geometry';
  fault: boolean;
  count: number;
  words: number;
  places: VerdictPlace[];
}
interface VerdictPlace {
  text: string;
  bbox: Box;
  said?: string;
}
interface VerdictList {
  pages: Verdict[];
  next: number | null;
}

type DifferenceCounts = Record<string, { differences: number; words: number }>;
interface Difference {
  kind: string;
  change: string;
  words: number;
  text: string;
  a: DifferenceSide;
  b: DifferenceSide;
}
interface DifferenceSide {
  boxes: Box[];
  count: number;
  says: string | null;
}
/** The numbers of parts of a page in an analysis. */
interface PartCounts {
  words: number;
  lines: number;
  paragraphs: number;
  blocks: number;
}
interface Differences {
  a: PartCounts;
  b: PartCounts;
  counts: DifferenceCounts;
  differences: Difference[];
  truncated: boolean;
}
interface PageDifferences {
  index: number;
  counts: DifferenceCounts;
  error: string | null;
}
interface PagesDifferences {
  pages: PageDifferences[];
  next: number | null;
}

/** The place of a mistake: in the options, or in a line of a script. */
interface ScriptPlace {
  where?: 'options' | 'mapping' | 'module';
  index?: number;
  file?: string;
  line?: number;
}
interface ScriptError extends ScriptPlace {
  error: string;
}
interface FormattedPage {
  text: string;
  truncated: boolean;
  printed: string[];
  errors: ScriptError[];
}
interface ScriptFile {
  name: string;
  text: string;
  is_file: boolean;
}
interface ScriptFiles {
  mapping: ScriptFile | null;
  modules: ScriptFile[];
  built_in: { mappings: ScriptFile[]; modules: ScriptFile[] };
}
/** A module as it is sent: one of the command line by its place, another one by its name. */
type SentModule = { given: number; text?: string } | { name: string; text?: string };
interface AnalysisChanges {
  options: string[];
  /** The only page that is read so, or all. */
  only: number | null;
  mapping: { name: string; text: string } | null;
  modules: SentModule[] | null;
}
interface MadeAnalysis {
  key: string;
  road: RoadName;
  warnings: Warned[];
  printed: string[];
}
interface KnownOption {
  long: string;
  short: string | null;
  value: string | null;
  default: string | null;
  help: string;
}

interface WantedExport {
  analysis: string | null;
  format: string;
  pages: string | null;
}
interface ExportState {
  formats: string[];
  running: { done: number; pages: number }[];
}
interface Exported {
  number: number;
  name: string;
  bytes: number;
  said: string[];
}
interface ExportCommand {
  line: string;
  unsaved: string[];
  new_files: string[];
}

interface Operator {
  index: number;
  offset: number;
  end: number;
  operator: string;
  operands: string;
  text: string | null;
  bbox: Box | null;
  depth: number;
  form: string | null;
}
interface OperatorList {
  total: number;
  operators: Operator[];
}

interface FontRow {
  key: string;
  name: string | null;
  type: string;
  encoding: string;
  embedded: boolean;
  subset: boolean;
  to_unicode: boolean;
  program: string | FontProgram | null;
  pages: number[];
  codes_used: number;
  codes_without_text: number;
}
/** The facts of an embedded font program. */
interface FontProgram {
  format: string;
  bytes: number;
  glyphs: number;
  units_per_em: number | null;
  names: [string, string][];
  embedding: string | null;
}
interface FontDetails extends FontRow {
  vertical: boolean;
  dict: Value;
  descendant: Value | null;
  descriptor: Value | null;
  flags: string[];
}
interface FontList {
  pages_read: number;
  pages: number;
  fonts: FontRow[];
}
interface Code {
  code: number;
  hex: string;
  name: string | null;
  cid: number | null;
  unicode: string | null;
  source: string;
  width: number | null;
  program_width: number | null;
  present: boolean | null;
  used: boolean;
  procedure: string | null;
  outline: string | null;
  box: Box | null;
}
interface CodeList {
  total: number;
  units: string;
  codes: Code[];
}

/** The entries of the dictionary of an image. */
interface ImageFacts {
  type: string;
  width: number;
  height: number;
  colour_space: string | null;
  components: number | null;
  bits: number | null;
  filters: string[];
  interpolate: boolean;
  bytes: number;
  ratio: number | null;
}
interface ImageRow extends ImageFacts {
  page: number;
  key: string | null;
  x_ppi: number | null;
  y_ppi: number | null;
  bbox: Box | null;
}
interface ImageList {
  total: number;
  pages_read: number;
  pages: number;
  images: ImageRow[];
}
interface Colours {
  family: string;
  components: number | null;
  facts: [string, string][];
  parts: [string, Colours][];
}
interface ImageDetails extends ImageFacts {
  key: string;
  pages: number[];
  colours: Colours | null;
  mask: string | null;
  dict: Value;
  file: string | null;
  fault: string | null;
  exif: [string, string][];
}

/** A value of a PDF. */
type Value =
  | { t: 'null' | 'cut' }
  | { t: 'bool'; v: boolean }
  | { t: 'number'; v: number }
  | { t: 'name'; v: string }
  | { t: 'string'; v: string; hex: string }
  | { t: 'array'; v: Value[] }
  | { t: 'dict'; v: [string, Value][] }
  | { t: 'ref'; v: string };
interface ObjectRow {
  key: string;
  type: string;
  subtype: string | null;
  is_stream: boolean;
  summary: string;
}
interface ObjectList {
  total: number;
  objects: ObjectRow[];
}
interface ObjectDetails {
  key: string;
  value: Value;
  stream: StreamFacts | null;
}
interface StreamFacts {
  filters: string[];
  length: number;
  decoded_length: number;
  image: string | null;
  warnings: string[];
}
interface StreamPart {
  total: number;
  from: number;
  count: number;
  text?: string;
  hex?: string;
}

interface Attachment {
  index: number;
  name: string;
  bytes: number | null;
  type: string | null;
  relationship: string | null;
  locked: boolean;
}
interface Metadata {
  version: string;
  pages: number;
  info: [string, string][];
  xmp: string | null;
  languages: string[];
  encrypted: boolean;
  tagged: boolean;
  claims: string[];
  attachments: Attachment[];
  catalog: string | null;
}

// ---- The editor: src/browse/api/corrections. ----

/** A word of a page that is corrected. */
interface EditWord {
  box: Box;
  text: string;
  confidence: number;
  doubtful: boolean;
  /** The text that a doubtful word may have. */
  suggestion: string | null;
  source: string | null;
  class?: string | null;
}
interface EditLine {
  box: Box;
  direction: 'ltr' | 'rtl';
  lang?: string | null;
  words: EditWord[];
}
interface EditParagraph {
  box: Box;
  class: string;
  /** The level of a heading. */
  depth?: number | null;
  lines: EditLine[];
}
interface EditBlock {
  box: Box;
  /** The class of its role; paragraphs have classes of their own. */
  class: string;
  paragraphs: EditParagraph[];
}
/** The effect of a correction on a page. */
interface CorrectionResult {
  id: string;
  page: number;
  op: string;
  box: Box;
  state: 'applied' | 'needless' | 'failed' | 'conflict';
  reason?: string;
  with?: string;
}
/** The content of a page that is corrected. `page` counts from 1. */
interface EditPage {
  page: number;
  width: number;
  height: number;
  doubt: 'confidence' | 'vocabulary';
  blocks: EditBlock[];
  results: CorrectionResult[];
}
type PageProgress = 'untouched' | 'in-work' | 'done';
interface CorrectionConflict {
  id: string;
  page: number;
  op: string;
  box: Box;
  state: 'conflict';
  reason: string;
  with: string;
}
/** The file of corrections of a document. */
interface CorrectionsState {
  writable: boolean;
  /** Why it is not writable. */
  why: string | null;
  file: string;
  by: string;
  seq: number;
  /** The numbers of steps to take back, and to make again. */
  undo: number;
  redo: number;
  states: Record<string, PageProgress>;
  /** Whether the document is not the one that was corrected. */
  changed: boolean;
  /** The number of other tabs with this document. */
  others: number;
  conflicts: CorrectionConflict[];
}
interface Corrected {
  seq: number;
  undo: number;
  redo: number;
  ids: string[];
  results: CorrectionResult[];
  /** The pages that have changed. */
  pages: number[];
  /** The states of the pages whose operations have changed. */
  states: Record<string, PageProgress>;
}
interface WorkRow {
  page: number;
  label: string | null;
  state: PageProgress;
  doubts: number;
  words: number;
}
/** A part of the list of pages, of which `read` pages of the document's `pages` are known. */
interface WorkList {
  rows: WorkRow[];
  next: number | null;
  read: number;
  pages: number;
}
interface CorrectionHit {
  page: number;
  box: Box;
  text: string;
  line: UnitAnchor;
}
/** A part of a page: its box, and its words separated by spaces. */
interface UnitAnchor {
  box: Box;
  text: string;
}
// ---- The data of a page that is one file: src/browse/explained. ----

interface EmbeddedRow extends TreeRow {
  parent: number | null;
}
interface EmbeddedPage {
  layers: PageData;
  characters: Characters;
  elements: Record<string, ElementDetails>;
}
/** The blocks of data by their names, `page-3-tags` by the part before the first hyphen. */
interface EmbeddedTreeData {
  rows: EmbeddedRow[];
  names: Names;
}

// ---- The data of a book: src/viewer. ----

interface BookSummary extends PagesSummary {
  title: string;
  thumbnails: (string | null)[];
  outline: OutlineItem[];
  /** Pages in one block of texts. */
  texts: number;
  /** The folder of the data, or null if the page contains them. */
  folder: string | null;
}
interface BookPageData {
  lang?: string;
  picture: { extension: string; box: Box } | null;
  no_picture?: string;
  fonts: BookFont[];
  blocks: BookParagraph[][];
}
interface BookFont {
  serif: boolean;
  mono: boolean;
  bold: boolean;
  italic: boolean;
}
interface BookParagraph {
  heading?: number;
  lines: BookLine[];
}
interface BookLine {
  box: Box;
  angle?: number;
  vertical?: boolean;
  rtl?: boolean;
  words: BookWord[];
}
/** Text, box, font size, index of the font, and 1 if no space precedes the word. */
type BookWord = [string, Box, number, number | null, number];
/** A hit whose boxes are found when its page is loaded. */
interface BookHit extends Hit {
  /** Its place among the hits of the page. */
  number: number;
  /** The folded text that was searched. */
  wanted: string;
}

// ---- The state and the parts of the page. ----
type Level = 'word' | 'line' | 'paragraph' | 'block';
type ClassValue = string | { heading: number };
type GutterPages = 'this' | 'following' | 'alternate';
type Correction =
  | { op: 'text'; level: Level; on: UnitAnchor; text: string }
  | { op: 'group' | 'order'; level: Level; parts: UnitAnchor[]; together?: boolean }
  | { op: 'resize'; level: Level; on: UnitAnchor; box: Box }
  | { op: 'add'; level: Level; box: Box; text: string }
  | { op: 'delete'; level: Level; on: UnitAnchor }
  | { op: 'gutters'; at: Box[]; pages: GutterPages }
  | { op: 'class'; level: Level; on: UnitAnchor; class: ClassValue };
type PageCorrection = Correction & { page: number };
interface ProgressOfPage {
  op: 'progress';
  page: number;
  state: PageProgress;
}
/** Takes the last step back or makes it again, sets the progress of a page, or withdraws one of two that conflict. */
type OtherChange = 'undo' | 'redo' | { make: [ProgressOfPage] } | { settle: string };

/** A unit of the corrected page, with its place among the others. */
interface Unit {
  level: Level;
  box: Box;
  text: string;
  parent: Unit | null;
  kids: Unit[];
  /** The place among the units of the same parent. */
  index: number;
  /** The place among the units of this level on the page. */
  number: number;
  class: string | null;
  depth: number | null;
  /** Only of words. */
  word: EditWord | null;
  /** Only of lines. */
  line: EditLine | null;
}
type CorrectTool = 'select' | 'draw' | 'cut' | 'gutters' | 'order';
interface CorrectState {
  /** Null until the server has answered. */
  book: CorrectionsState | null;
  page: EditPage | null;
  /** All units of the page by their level. */
  units: Record<Level, Unit[]>;
  /** Whether the page is being read. */
  isReading: boolean;
  /** Why the page cannot be shown. */
  problem: string | null;
  level: Level;
  tool: CorrectTool;
  selected: Unit[];
  /** The word in whose field the caret is. */
  word: Unit | null;
  saving: 'saved' | 'saving' | 'failing';
  isByWord: boolean;
  xheight: number;
  right: string;
}
/** A point of the page that is corrected, in points. */
interface SheetPoint {
  x: number;
  y: number;
  /** The distance at which a handle is still hit. */
  near: number;
  /** Whether a key is held that adds to the selection. */
  isMore: boolean;
}
/** A tool for the picture of the page. */
interface SheetTool {
  /** Describes its use. */
  readonly hint: string;
  controls?: HTMLElement[];
  begin?(): unknown;
  end?(): void;
  /** Handles a key; true if it did something. */
  key?(event: KeyboardEvent): boolean;
  down?(at: SheetPoint): void;
  drag?(from: SheetPoint, to: SheetPoint): void;
  drop?(from: SheetPoint, to: SheetPoint): void;
  click?(at: SheetPoint): void;
  open?(at: SheetPoint): void;
  hover?(at: SheetPoint): void;
  draw(scale: number): SVGElement[];
}
type ToolMaker = (editor: Editor, changed: () => void) => SheetTool;
/** The owner of rows of lines. */
interface LineHost {
  readonly isByWord: boolean;
  readonly isWritable: boolean;
  picture(box: Box, options: AskOptions): Promise<Blob>;
}
/** An action of the editor, with its key. */
interface Command {
  name: string;
  label: string;
  /** Keys by their names in `KeyboardEvent.key`, with `Ctrl ` or `Shift ` before them. */
  keys: string[];
  /** Whether the keys work in fields, too. */
  inFields?: boolean;
  /** Whether it changes the document. */
  writes?: boolean;
  act(event?: Event): unknown;
}
type Editor = import('./page/correct/editor.js').Editor;

interface Size {
  width: number;
  height: number;
}
interface AskOptions {
  signal?: AbortSignal;
}
interface Part<T> {
  total: number;
  rows: T[];
}
/** Promises a part of a list. */
type FetchPart<T> = (from: number, count: number) => Promise<Part<T>>;
type FetchChildren<T> = (key: string | null, from: number, count: number) => Promise<Part<T>>;

/** Values by name, with listeners. */
type StateOf<T> = Readonly<T> & {
  set(changes: Partial<T>): void;
  watch(names: (keyof T)[], act: () => void): void;
  on(names: (keyof T)[], act: () => void, options?: AskOptions): void;
};
/** A number of pixels for an inch divided by 96, or a rule that depends on the pane. */
type Zoom = number | 'width' | 'page';
type OrderOf = 'blocks' | 'paragraphs' | 'lines';
interface NameChoice {
  shown: boolean;
  colour: string;
}
interface ZoomState {
  zoom: Zoom;
  /** Pixels for a point of the current page. */
  scale: number;
}
/** The marks on a page. */
interface MarkState {
  selection: Pick<ElementDetails, 'key' | 'pages'> | null;
  hits: Map<number, Hit[]>;
  hit: Hit | null;
  pointed: { page: number; boxes: (Box | null)[]; isPointer?: boolean } | null;
}
/** The layers and the marks of a page. */
interface LayerState extends MarkState {
  /** Null while the analysis is made anew. */
  analysis: string | null;
  layers: Set<string>;
  orderOf: OrderOf;
  names: Map<string, NameChoice>;
}
/** The state of the panes around pages. */
interface PagesState extends ZoomState, MarkState {
  page: number;
  view: string;
  left: string;
}
interface WorkspaceState extends PagesState, LayerState {
  selection: ElementDetails | null;
  road: RoadName;
  element: string | null;
  font: string | null;
  image: string | null;
  object: string | null;
  right: string;
  /** The pane that is open in a narrow window. */
  pane: 'left' | 'right' | null;
  nameList: NamedElements[];
  /** Counts up when the faults or the verdicts change. */
  faultsAt: number;
  verdictsAt: number;
  script: string | null;
  /** A new object when a script changes. */
  scripts: object;
  draft: AnalysisChanges;
  isAnalysing: boolean;
  problem: ScriptError | null;
  made: MadeAnalysis | null;
}
interface BookState extends PagesState {
  isOpen: boolean;
}

/** The values in the address. */
interface Address {
  document: string | number | null;
  view: string | null;
  page: number | null;
  road: string | null;
  element: string | null;
  font: string | null;
  image: string | null;
  object: string | null;
}

/** An item of a layer. */
interface Thing {
  bbox: Box | null;
  key?: string | null;
  header?: boolean;
  mark?: string;
}
interface PlacedFault extends Fault {
  clause: string;
  message: string;
}
interface VerdictMark extends Thing {
  bbox: Box;
  what: string;
}
/** A page with the items that are asked for separately. */
interface PageContents extends PageData {
  characters: Character[];
  faults: PlacedFault[];
  verdicts: VerdictMark[];
}

/** The owner of a `PageView`. */
interface PageHost {
  api: DocumentApi;
  summary: Summary;
  state: StateOf<LayerState>;
  faults: { onPage(page: number): PlacedFault[] };
  verdicts: { onPage(page: number): VerdictMark[] };
  isCalm(): boolean;
  say(text: string): void;
}
/** A page on the screen. */
interface PageOnScreen {
  element: HTMLElement;
  page: number;
  size: Size;
  contents?: PageContents | null;
  /** Whether it stays although it is scrolled away. */
  isHeld?: boolean;
  place(top: number, left: number, scale: number): void;
  mark(): void;
  reload?(): void;
  close(): void;
}
/** The owner of scrolled pages, of the search and of the ways through a document. */
interface PagesHost {
  api: {
    outline(): Promise<Outline>;
    thumbnail(page: number, options?: AskOptions): Promise<Blob | string>;
    search(q: string, from: number, count: number, options?: AskOptions): Promise<Hits>;
  };
  summary: PagesSummary;
  state: StateOf<PagesState>;
  scroll: PageScroll;
  finder: Find;
  makePage(page: number, size: Size): PageOnScreen;
  goTo(page: number, y?: number | null): void;
  show(changes: { view: string; page: number }): void;
  showHit(hit: Hit): void;
  zoomBy(factor: number, x: number, y: number): void;
  find(): void;
  findNext(by: number): void;
  focusPageNumber(): void;
}

/** A source of data: the server, or the blocks of the page itself. */
interface Source {
  json<T>(path: string, options?: AskOptions & { body?: object }): Promise<T>;
  blob(path: string, options?: AskOptions): Promise<Blob>;
  address(path: string): string;
}

interface Column<T> {
  label: string;
  /** A track of a CSS grid. */
  width: string;
  number?: boolean;
  title?: string;
  cell(row: T): Node | string | number | null;
}

/** A mapping or a module of the user. */
interface Script {
  id: string;
  kind: 'mapping' | 'module';
  name: string;
  /** The place on the command line, or null for others. */
  place: number | null;
  /** The text of the user, or null while it is unchanged. */
  text: string | null;
  /** The text of the file, or the initial text. */
  held: string | null;
  isFile: boolean;
  isNew: boolean;
}
interface Choice {
  value: string;
  text: string;
}

type Child = Node | string | null | undefined | Child[];
type Handlers = { [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => unknown };
/** The properties of an element that `h` makes; the others are attributes. */
interface Properties {
  class?: string | null;
  text?: string | number | null;
  on?: Handlers;
  style?: Record<string, string | number>;
  [attribute: string]: unknown;
}
interface ButtonProperties extends Properties {
  label?: string | null;
  title?: string | null;
  act?: (event: MouseEvent) => unknown;
}

type DocumentApi = import('./page/api.js').DocumentApi;
type Workspace = import('./page/workspace.js').Workspace;
type PageScroll = import('./page/pages/scroll.js').PageScroll;
type PageView = import('./page/pages/page.js').PageView;
type Find = import('./page/pages/find.js').Find;
type Reader = import('./page/book/reader.js').Reader;
type TreeNode<T> = import('./page/tree/branches.js').TreeNode<T>;
/** A row of a tree with its place; `row` is undefined until it is loaded. */
interface TreePlace<T> {
  row: T | undefined;
  parent: TreeNode<T>;
  index: number;
  size: number;
  level: number;
  isOpen: boolean;
}

interface RowsOptions {
  /** Makes the element of a row. */
  make(index: number): HTMLElement;
  height?: number;
  /** Handles a key before the list does; true if it did something. */
  keys?(event: KeyboardEvent, index: number): boolean;
  /** Called for Enter and a click. */
  activate?(index: number): void;
  /** Called when another row becomes the active one. */
  moved?(index: number): void;
}
interface ListingOptions<T> {
  name: string;
  columns: Column<T>[];
  fetch: FetchPart<T>;
  height?: number;
  /** Called for a row that is clicked or entered. */
  choose?(row: T, index: number): void;
  /** Called for the row at the pointer, and with null when it leaves. */
  point?: ((row: T | null) => void) | null;
  empty?: string;
}
interface TreeViewOptions<T> {
  name: string;
  fetch: FetchChildren<T>;
  content(row: T): Child;
  /** Called for a row that becomes the active one; `isDone` for Enter and a click. */
  choose?(row: T, isDone: boolean): void;
  height?: number;
}
interface MasterOptions<T> {
  view: string;
  /** The name of the state that holds the key of the chosen row. */
  chosen: 'font' | 'image' | 'object';
  name: string;
  width?: number;
  columns: Column<T>[];
  fetch: FetchPart<T>;
  empty?: string;
  /** Elements above the table. */
  above?: HTMLElement;
  /** Promises the elements that show the chosen row. */
  detail(key: string, row: T | null): Promise<(Node | string)[]>;
}
interface Tab {
  name: string;
  label: string;
  title?: string;
  /** The content, or a function that makes it when it is first seen. */
  panel: HTMLElement | (() => HTMLElement);
}
type ShownLayers = Pick<LayerState, 'layers' | 'orderOf' | 'names'>;
/** A layer above the page. */
interface Layer {
  name: string;
  label: string;
  hint?: string;
  /** Its description in the hint beside the page. */
  legend?: string;
  on?: boolean;
  /** The view that a document needs for this layer. */
  view?: string;
  /** The items of a page; a layer without them is drawn by a function of its own. */
  boxes?(page: PageContents): Iterable<Thing>;
  /** Describes an item at the pointer. */
  says?(thing: Thing, page: PageContents): string;
}
/** An item at the pointer. */
interface FoundThing {
  layer: string;
  thing: Thing;
  area: number;
  says: string;
  why?: string;
}
/** The sides of a comparison. */
type Side = 'a' | 'b';
interface CompareState {
  a: string;
  b: string;
  found: Differences | null;
  current: Difference | null;
  /** The kinds of differences that are shown. */
  kinds: Set<string>;
  order: boolean;
  orderOf: OrderOf;
}
interface ComparedLine {
  text: string;
  kind: 'same' | 'added' | 'removed';
}
/** A reason why a page needs a look. */
interface Reason {
  points: number;
  text: string;
}
interface ReviewedPage extends PageMeasures {
  reasons: Reason[];
  score: number;
}
interface ScoredVerdict extends Verdict {
  points: number;
}
type CompareView = import('./page/compare/view.js').CompareView;
type Draft = import('./page/analysis/draft.js').Draft;
type Scripts = import('./page/script/scripts.js').Scripts;
type Book = import('./page/book/book.js').Book;
/** The workspace of a document that can be read in other ways. */
type EditingWorkspace = Workspace & { draft: Draft; scripts: Scripts; command: CommandLine };
interface Window {
  /** Receives the data in the folder of a book. */
  pdfa2hocr: { take(name: string, data: unknown): void };
  /** Missing in some browsers. */
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(name: string): string },
    ): { createScriptURL(name: string): string };
  };
}
