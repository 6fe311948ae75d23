// The files in the folder beside the page. From disk a page may load pictures and scripts, and read nothing else;
// so data are scripts that hand over what they hold, and the same works from every server.

const NAME = /^(page|text)-\d+$/;

export class Beside {
  #folder;
  #waiting = new Map();
  #trusted;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = encodeURIComponent(folder);
    /** @param {string} name */
    const createScriptURL = (name) => this.#script(name);
    // Browsers that know no such policies take the address as it is.
    this.#trusted = globalThis.trustedTypes?.createPolicy('beside', { createScriptURL }) ?? { createScriptURL };
    globalThis.pdfa2hocr = { take: (name, data) => this.#waiting.get(name)?.(data) };
  }

  /** @param {string} name */
  #script(name) {
    if (!NAME.test(name)) throw new TypeError(`no script of the book: ${name}`);
    return `${this.#folder}/${name}.js`;
  }

  /**
   * The data of this name.
   * @param {string} name
   */
  load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      /** @param {(value: T) => void} act */
      const end = (act) => (value) => {
        this.#waiting.delete(name);
        script.remove();
        act(value);
      };
      this.#waiting.set(name, end(resolve));
      script.addEventListener(
        'error',
        end(() => reject(new Error(`The folder ${decodeURIComponent(this.#folder)} has to be beside this file.`))),
      );
      script.src = this.#trusted.createScriptURL(name);
      document.head.append(script);
    });
  }

  /**
   * Where a picture is.
   * @param {string} name
   * @param {string} extension
   */
  address(name, extension) {
    return `${this.#folder}/${name}.${extension}`;
  }
}
