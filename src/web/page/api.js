// The only access to the data of documents. An `Api` gets its answers from a source: a server (`ServerSource`), or
// another object with the same three methods.

import { dropOldest } from './cache.js';

// The status of an answer about an analysis that the program has discarded.
const GONE = 410;

/** A failed request; the message is one line for the user. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {ScriptPlace} [details]
   */
  constructor(status, message, details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/**
 * Whether an error is the end of a request that was aborted.
 * @param {unknown} error
 */
export function isAbort(error) {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Whether the program has discarded the analysis of a request.
 * @param {unknown} error
 */
export function isGone(error) {
  return error instanceof ApiError && error.status === GONE;
}

/**
 * The message of something that was thrown.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Asks the server that the page came from.
 * @implements {Source}
 */
export class ServerSource {
  /**
   * @template T
   * @param {string} path
   * @param {AskOptions & { body?: object }} [options]
   * @returns {Promise<T>}
   */
  async json(path, { body, signal } = {}) {
    const answer = await this.#ask(
      path,
      body === undefined
        ? { signal }
        : {
            signal,
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          },
    );
    return answer.json();
  }

  /** @type {(path: string, options?: AskOptions) => Promise<Blob>} */
  async blob(path, { signal } = {}) {
    return (await this.#ask(path, { signal })).blob();
  }

  /**
   * The address of a download.
   * @param {string} path
   */
  address(path) {
    return path;
  }

  /** @type {(path: string, options: RequestInit) => Promise<Response>} */
  async #ask(path, options) {
    let answer;
    try {
      answer = await fetch(path, options);
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new ApiError(0, 'The program does not answer: has it been ended? Start it again and reload this page.');
    }
    if (answer.ok) return answer;
    const text = await answer.text();
    throw failure(answer.status, text);
  }
}

/**
 * The error of an answer: of our own, which is JSON, or of any other.
 * @param {number} status
 * @param {string} text
 */
function failure(status, text) {
  try {
    /** @type {ScriptError} */
    const { error, ...details } = JSON.parse(text);
    return new ApiError(status, error, details);
  } catch {
    return new ApiError(status, text.slice(0, 200) || `The program answered ${status}.`);
  }
}

/** All documents of the program. */
export class Api {
  #source;

  /** @param {Source} source */
  constructor(source) {
    this.#source = source;
  }

  /** @type {(options?: AskOptions) => Promise<DocumentList>} */
  documents(options) {
    return this.#source.json('api/documents', options);
  }

  /** @param {number} id */
  document(id) {
    return new DocumentApi(this.#source, id);
  }
}

/** @typedef {Record<string, string | number | null | undefined>} Query */

// Answers that are kept.
const KEPT = 40;

/** One document. Keys and numbers are those that its answers contain. */
export class DocumentApi {
  #source;
  #base;
  /** @type {Map<string, unknown>} */
  #kept = new Map();
  /**
   * Called when the program has discarded the analysis of a request.
   * @type {(analysis: Query['analysis']) => void}
   */
  gone = () => {};

  /** @param {Source} source @param {number} id */
  constructor(source, id) {
    this.#source = source;
    this.#base = `api/${encodeURIComponent(id)}`;
  }

  /**
   * @template T
   * @param {string} path
   * @param {Query} query
   * @param {AskOptions} [options]
   * @returns {Promise<T>}
   */
  async #get(path, query, options) {
    try {
      return await this.#source.json(this.#path(path, query), options);
    } catch (error) {
      if (isGone(error)) this.gone(query.analysis);
      throw error;
    }
  }

  /** @type {(path: string, query?: Query) => string} */
  #path(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return this.#base + path + (parameters && `?${parameters}`);
  }

  /**
   * Asks once, and keeps the last answers, because the user looks at pages again and again.
   * @template T
   * @param {string} path
   * @param {Query} query
   * @param {AskOptions} [options]
   * @returns {Promise<T>}
   */
  async #keep(path, query, options) {
    const key = this.#path(path, query);
    const known = this.#kept.get(key);
    const value = /** @type {T} */ (known ?? (await this.#get(path, query, options)));
    this.#kept.delete(key);
    this.#kept.set(key, value);
    dropOldest(this.#kept, KEPT);
    return value;
  }

  /** @type {(options?: AskOptions) => Promise<Summary>} */
  summary(options) {
    return this.#get('', {}, options);
  }
  /** @type {(password: string) => Promise<Summary>} */
  unlock(password) {
    return this.#source.json(`${this.#base}/password`, { body: { password } });
  }
  /**
   * Has the document read in another way: what changes, in the words of the command line.
   * @type {(changes: Partial<AnalysisChanges> & { instead?: string | null }, options?: AskOptions) => Promise<MadeAnalysis>}
   */
  analyse(changes, options) {
    return this.#source.json(`${this.#base}/analyses`, { ...options, body: changes });
  }
  /** @type {(options?: AskOptions) => Promise<{ options: KnownOption[] }>} */
  analysisOptions(options) {
    return this.#source.json('api/options', options);
  }
  /**
   * The mappings and modules of the command line, and those that are built in, with their texts.
   * @type {(options?: AskOptions) => Promise<ScriptFiles>}
   */
  scripts(options) {
    return this.#source.json('api/scripts', options);
  }
  /**
   * Writes a mapping or a module of the command line: `{module, text, was}`.
   * @type {(script: { module: number | null, text: string, was: string | null }, options?: AskOptions) => Promise<void>}
   */
  save(script, options) {
    return this.#source.json('api/save', { ...options, body: script });
  }
  /** Forgets answers that were kept, as the program would give others now. */
  forget() {
    this.#kept.clear();
  }
  /**
   * Some pages as one file: `pages` as people write them, `1-5,9`.
   * @type {(analysis: string | null, pages: string, options?: AskOptions) => Promise<Blob>}
   */
  explained(analysis, pages, options) {
    return this.#source.blob(this.#path('/explained.html', { analysis, pages }), options);
  }
  /**
   * The measures of pages from one on, for the review.
   * @type {(analysis: string | null, from: number, count: number, options?: AskOptions) => Promise<Review>}
   */
  review(analysis, from, count, options) {
    return this.#get('/review', { analysis, from, count }, options);
  }
  /**
   * The disagreements of tags and geometry on pages from one on.
   * @type {(from: number, count: number, options?: AskOptions) => Promise<VerdictList>}
   */
  verdicts(from, count, options) {
    return this.#get('/tags', { from, count }, options);
  }
  /** @type {(tab: string, options?: AskOptions) => Promise<CorrectionsState>} */
  corrections(tab, options) {
    return this.#get('/corrections', { tab }, options);
  }
  /**
   * Changes the file of corrections.
   * @type {(written: { seq: number, tab: string, change: { make: PageCorrection[] } | OtherChange }, options?: AskOptions) => Promise<Corrected>}
   */
  correct(written, options) {
    return this.#source.json(`${this.#base}/corrections`, { ...options, body: written });
  }
  /** @type {(tab: string, options?: AskOptions) => Promise<{ others: number, seq: number }>} */
  presence(tab, options) {
    return this.#source.json(`${this.#base}/corrections/presence`, { ...options, body: { tab } });
  }
  /** @type {(from: number, count: number, options?: AskOptions) => Promise<WorkList>} */
  work(from, count, options) {
    return this.#get('/corrections/work', { from, count }, options);
  }
  /** @type {(q: string, isCase: boolean, from: number, count: number, options?: AskOptions) => Promise<{ hits: CorrectionHit[], next: number | null }>} */
  findWords(q, isCase, from, count, options) {
    return this.#get('/corrections/find', { q, case: String(isCase), from, count }, options);
  }
  /** @type {(page: number, options?: AskOptions) => Promise<EditPage>} */
  editPage(page, options) {
    return this.#get(`/pages/${page}/edit`, {}, options);
  }
  /**
   * The picture of a line, with letters x that are `xheight` pixels high.
   * @type {(page: number, box: Box, xheight: number, options?: AskOptions) => Promise<Blob>}
   */
  linePicture(page, box, xheight, options) {
    const query = { box: box.map((value) => value.toFixed(2)).join(), xheight };
    return this.#source.blob(this.#path(`/pages/${page}/line.png`, query), options);
  }
  /** @type {(options?: AskOptions) => Promise<Outline>} */
  outline(options) {
    return this.#get('/outline', {}, options);
  }
  /** @type {(page: number, scale: string, options?: AskOptions) => Promise<Blob>} */
  picture(page, scale, options) {
    return this.#source.blob(this.#path(`/pages/${page}/picture.png`, { scale }), options);
  }
  /** @type {(page: number, options?: AskOptions) => Promise<Blob>} */
  thumbnail(page, options) {
    return this.#source.blob(this.#path(`/pages/${page}/thumbnail.png`), options);
  }
  /** @type {(page: number, analysis: string | null, options?: AskOptions) => Promise<PageData>} */
  page(page, analysis, options) {
    return this.#keep(`/pages/${page}`, { analysis }, options);
  }
  /**
   * The page in a format: `{text, printed, errors}`.
   * @type {(page: number, analysis: string, format: string, options?: AskOptions) => Promise<FormattedPage>}
   */
  output(page, analysis, format, options) {
    return this.#keep(`/pages/${page}/output`, { analysis, format }, options);
  }
  /** @type {(page: number, analysis: string | null, options?: AskOptions) => Promise<Characters>} */
  characters(page, analysis, options) {
    return this.#keep(`/pages/${page}/characters`, { analysis }, options);
  }
  /**
   * The formats, and how far the exports are that run.
   * @type {(options?: AskOptions) => Promise<ExportState>}
   */
  exports(options) {
    return this.#get('/export', {}, options);
  }
  /**
   * Has a file written: `{analysis, format, pages}`. It ends when the request does.
   * @type {(wanted: WantedExport, options?: AskOptions) => Promise<Exported>}
   */
  export(wanted, options) {
    return this.#source.json(`${this.#base}/export`, { ...options, body: wanted });
  }
  /** @type {(wanted: WantedExport, options?: AskOptions) => Promise<ExportCommand>} */
  exportCommand(wanted, options) {
    return this.#get('/export/command', { ...wanted }, options);
  }
  /** @type {(number: number) => string} */
  exportAddress(number) {
    return this.#source.address(this.#path(`/export/${number}`));
  }
  /**
   * The differences of two analyses on a page.
   * @type {(page: number, a: string, b: string, options?: AskOptions) => Promise<Differences>}
   */
  differences(page, a, b, options) {
    return this.#get(`/pages/${page}/differences`, { a, b }, options);
  }
  /**
   * The numbers of differences of pages from one on.
   * @type {(a: string, b: string, from: number, options?: AskOptions) => Promise<PagesDifferences>}
   */
  differenceCounts(a, b, from, options) {
    return this.#get('/differences', { a, b, from }, options);
  }
  /** @type {(page: number, from: number, count: number, options?: AskOptions) => Promise<OperatorList>} */
  operators(page, from, count, options) {
    return this.#get(`/pages/${page}/operators`, { from, count }, options);
  }
  /** @type {(analysis: string | null, parent: string | null, from: number, count: number, options?: AskOptions) => Promise<Part<TreeRow>>} */
  tree(analysis, parent, from, count, options) {
    return this.#get('/tree', { analysis, parent, from, count }, options);
  }
  /** @type {(analysis: string | null, key: string, options?: AskOptions) => Promise<TreePath>} */
  treePath(analysis, key, options) {
    return this.#get('/tree/path', { analysis, key }, options);
  }
  /** @type {(analysis: string | null, q: string, from: number | null, count: number, options?: AskOptions) => Promise<TreeFound>} */
  treeSearch(analysis, q, from, count, options) {
    return this.#get('/tree/search', { analysis, q, from, count }, options);
  }
  /** @type {(analysis: string | null, options?: AskOptions) => Promise<Names>} */
  names(analysis, options) {
    return this.#get('/tree/names', { analysis }, options);
  }
  /** @type {(analysis: string | null, key: string, options?: AskOptions) => Promise<ElementDetails>} */
  element(analysis, key, options) {
    return this.#keep('/element', { analysis, key }, options);
  }
  /** @type {(q: string, from: number, count: number, options?: AskOptions) => Promise<Hits>} */
  search(q, from, count, options) {
    return this.#get('/search', { q, from, count }, options);
  }
  /**
   * The words in a font, from a word of a page on.
   * @type {(analysis: string | null, font: Pick<Font, 'key' | 'name'>, from: [number, number], count: number, options?: AskOptions) => Promise<FontWords>}
   */
  fontWords(analysis, { key: font, name }, [from, word], count, options) {
    const wanted = font === null ? { name } : { font };
    return this.#get('/font-words', { analysis, ...wanted, from, word, count }, options);
  }
  /** @type {(flavour: string | null, options?: AskOptions) => Promise<FaultReport>} */
  faults(flavour, options) {
    return this.#keep('/faults', { flavour }, options);
  }
  /** @type {(options?: AskOptions) => Promise<FontList>} */
  fonts(options) {
    return this.#get('/fonts', {}, options);
  }
  /** @type {(key: string, options?: AskOptions) => Promise<FontDetails>} */
  font(key, options) {
    return this.#keep(`/fonts/${key}`, {}, options);
  }
  /** @type {(key: string, show: string, from: number, count: number, options?: AskOptions) => Promise<CodeList>} */
  codes(key, show, from, count, options) {
    return this.#get(`/fonts/${key}/codes`, { show, from, count }, options);
  }
  /** @type {(key: string, options?: AskOptions) => Promise<Blob>} */
  glyphs(key, options) {
    return this.#source.blob(this.#path(`/fonts/${key}/glyphs.png`), options);
  }
  /** @type {(from: number, count: number, options?: AskOptions) => Promise<ImageList>} */
  images(from, count, options) {
    return this.#get('/images', { from, count }, options);
  }
  /** @type {(key: string, options?: AskOptions) => Promise<ImageDetails>} */
  image(key, options) {
    return this.#keep(`/images/${key}`, {}, options);
  }
  /** @type {(key: string, options?: AskOptions) => Promise<Blob>} */
  imagePicture(key, options) {
    return this.#source.blob(this.#path(`/images/${key}/picture.png`), options);
  }
  /** @type {(key: string) => string} */
  imagePictureAddress(key) {
    return this.#source.address(this.#path(`/images/${key}/picture.png`));
  }
  /** @type {(key: string) => string} */
  imageFileAddress(key) {
    return this.#source.address(this.#path(`/images/${key}/file`));
  }
  /** @type {(from: number, count: number, q: string | null, options?: AskOptions) => Promise<ObjectList>} */
  objects(from, count, q, options) {
    return this.#get('/objects', { from, count, q }, options);
  }
  /** @type {(key: string, options?: AskOptions) => Promise<ObjectDetails>} */
  object(key, options) {
    return this.#keep(`/objects/${key}`, {}, options);
  }
  /** @type {(key: string, from: number, count: number, options?: AskOptions) => Promise<StreamPart>} */
  stream(key, from, count, options) {
    return this.#get(`/objects/${key}/stream`, { from, count }, options);
  }
  /** @type {(options?: AskOptions) => Promise<Metadata>} */
  metadata(options) {
    return this.#get('/metadata', {}, options);
  }
  /** @type {(index: number) => string} */
  attachmentAddress(index) {
    return this.#source.address(this.#path(`/attachments/${index}`));
  }
}
