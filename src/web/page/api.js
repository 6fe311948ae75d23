// The one door to the data of documents. Everything is asked through an `Api`; where its answers come from is
// its source: a server (`ServerSource`), or whatever else has the same three methods.

// The status of an answer about an analysis that the program has let go.
const GONE = 410;

/** What went wrong, in one line for the user. */
class ApiError extends Error {
  constructor(status, message, details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** True of the error of a request that nobody waits for any more. */
export function isAbort(error) {
  return error?.name === 'AbortError';
}

/** Asks the server that the page came from. */
export class ServerSource {
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

  async blob(path, { signal } = {}) {
    return (await this.#ask(path, { signal })).blob();
  }

  /** Where the browser finds something that is downloaded. */
  address(path) {
    return path;
  }

  async #ask(path, options) {
    let answer;
    try {
      answer = await fetch(path, options);
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new ApiError(
        0,
        'The program does not answer: has it been ended? Start it again and reload this page.',
      );
    }
    if (answer.ok) return answer;
    const text = await answer.text();
    let [message, details] = [null, {}];
    try {
      ({ error: message, ...details } = JSON.parse(text));
    } catch {
      // Not one of our own answers.
    }
    throw new ApiError(
      answer.status,
      message ?? (text.slice(0, 200) || `The program answered ${answer.status}.`),
      details,
    );
  }
}

/** All documents of the program. */
export class Api {
  #source;

  constructor(source) {
    this.#source = source;
  }

  documents(options) {
    return this.#source.json('api/documents', options);
  }

  document(id) {
    return new DocumentApi(this.#source, id);
  }
}

/** One document. Keys and numbers are those that its answers contain. */
class DocumentApi {
  #source;
  #base;
  #kept = new Map();
  /** Called when the program has let go an analysis that something of was asked for. */
  gone = () => {};

  constructor(source, id) {
    this.#source = source;
    this.#base = `api/${encodeURIComponent(id)}`;
  }

  async #get(path, query, options) {
    try {
      return await this.#source.json(this.#path(path, query), options);
    } catch (error) {
      if (error.status === GONE) this.gone(query.analysis);
      throw error;
    }
  }

  #path(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    const parameters = new URLSearchParams(given).toString();
    return this.#base + path + (parameters && `?${parameters}`);
  }

  /** Asks once, and keeps the last answers: pages are looked at again and again. */
  async #keep(path, query, options) {
    const key = this.#path(path, query);
    const known = this.#kept.get(key);
    const value = known ?? (await this.#get(path, query, options));
    this.#kept.delete(key);
    this.#kept.set(key, value);
    if (this.#kept.size > 40) this.#kept.delete(this.#kept.keys().next().value);
    return value;
  }

  summary(options) {
    return this.#get('', {}, options);
  }
  unlock(password) {
    return this.#source.json(`${this.#base}/password`, { body: { password } });
  }
  /** Has the document read in another way: what changes, in the words of the command line. */
  analyse(changes, options) {
    return this.#source.json(`${this.#base}/analyses`, { ...options, body: changes });
  }
  analysisOptions(options) {
    return this.#source.json('api/options', options);
  }
  /** The mappings and modules of the command line, and those that are built in, with their texts. */
  scripts(options) {
    return this.#source.json('api/scripts', options);
  }
  /** Writes a mapping or a module of the command line: `{module, text, was}`. */
  save(script, options) {
    return this.#source.json('api/save', { ...options, body: script });
  }
  /** Forgets answers that were kept, as the program would give others now. */
  forget() {
    this.#kept.clear();
  }
  /** Some pages as one file: `pages` as people write them, `1-5,9`. */
  explained(analysis, pages, options) {
    return this.#source.blob(this.#path('/explained.html', { analysis, pages }), options);
  }
  /** What needs a look on each page, from a page on. */
  review(analysis, from, count, options) {
    return this.#get('/review', { analysis, from, count }, options);
  }
  /** How far tags and geometry agree on each page, from a page on. */
  verdicts(from, count, options) {
    return this.#get('/tags', { from, count }, options);
  }
  outline(options) {
    return this.#get('/outline', {}, options);
  }
  picture(page, scale, options) {
    return this.#source.blob(this.#path(`/pages/${page}/picture.png`, { scale }), options);
  }
  thumbnail(page, options) {
    return this.#source.blob(this.#path(`/pages/${page}/thumbnail.png`), options);
  }
  page(page, analysis, options) {
    return this.#keep(`/pages/${page}`, { analysis }, options);
  }
  /** The page in a format: `{text, printed, errors}`. */
  output(page, analysis, format, options) {
    return this.#keep(`/pages/${page}/output`, { analysis, format }, options);
  }
  characters(page, analysis, options) {
    return this.#keep(`/pages/${page}/characters`, { analysis }, options);
  }
  /** The formats, and how far the exports are that run. */
  exports(options) {
    return this.#get('/export', {}, options);
  }
  /** Has a file written: `{analysis, format, pages}`. It ends when the request does. */
  export(wanted, options) {
    return this.#source.json(`${this.#base}/export`, { ...options, body: wanted });
  }
  exportCommand(wanted, options) {
    return this.#get('/export/command', wanted, options);
  }
  exportAddress(number) {
    return this.#source.address(this.#path(`/export/${number}`));
  }
  /** How two analyses differ on a page. */
  differences(page, a, b, options) {
    return this.#get(`/pages/${page}/differences`, { a, b }, options);
  }
  /** How many differences pages have, from one on. */
  differenceCounts(a, b, from, options) {
    return this.#get('/differences', { a, b, from }, options);
  }
  operators(page, from, count, options) {
    return this.#get(`/pages/${page}/operators`, { from, count }, options);
  }
  tree(analysis, parent, from, count, options) {
    return this.#get('/tree', { analysis, parent, from, count }, options);
  }
  treePath(analysis, key, options) {
    return this.#get('/tree/path', { analysis, key }, options);
  }
  treeSearch(analysis, q, from, count, options) {
    return this.#get('/tree/search', { analysis, q, from, count }, options);
  }
  names(analysis, options) {
    return this.#get('/tree/names', { analysis }, options);
  }
  element(analysis, key, options) {
    return this.#keep('/element', { analysis, key }, options);
  }
  search(q, from, count, options) {
    return this.#get('/search', { q, from, count }, options);
  }
  faults(flavour, options) {
    return this.#keep('/faults', { flavour }, options);
  }
  fonts(options) {
    return this.#get('/fonts', {}, options);
  }
  font(key, options) {
    return this.#keep(`/fonts/${key}`, {}, options);
  }
  codes(key, show, from, count, options) {
    return this.#get(`/fonts/${key}/codes`, { show, from, count }, options);
  }
  glyphs(key, options) {
    return this.#source.blob(this.#path(`/fonts/${key}/glyphs.png`), options);
  }
  images(from, count, options) {
    return this.#get('/images', { from, count }, options);
  }
  image(key, options) {
    return this.#keep(`/images/${key}`, {}, options);
  }
  imagePicture(key, options) {
    return this.#source.blob(this.#path(`/images/${key}/picture.png`), options);
  }
  imagePictureAddress(key) {
    return this.#source.address(this.#path(`/images/${key}/picture.png`));
  }
  imageFileAddress(key) {
    return this.#source.address(this.#path(`/images/${key}/file`));
  }
  objects(from, count, q, options) {
    return this.#get('/objects', { from, count, q }, options);
  }
  object(key, options) {
    return this.#keep(`/objects/${key}`, {}, options);
  }
  stream(key, from, count, options) {
    return this.#get(`/objects/${key}/stream`, { from, count }, options);
  }
  metadata(options) {
    return this.#get('/metadata', {}, options);
  }
  attachmentAddress(index) {
    return this.#source.address(this.#path(`/attachments/${index}`));
  }
}
