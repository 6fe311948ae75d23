// The files in the folder beside the page. From disk a page may load pictures and scripts, and read nothing else;
// so data are scripts that hand over what they hold, and the same works from every server.

const NAME = /^(page|text)-\d+$/;

export class Beside {
  #folder;
  /** @type {Map<string, (data: unknown) => void>} */
  #waiting = new Map();
  #trusted;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = encodeURIComponent(folder);
    /** @param {string} name */
    const createScriptURL = (name) => this.#script(name);
    // Browsers that know no such policies take the address as it is.
    this.#trusted = window.trustedTypes?.createPolicy('beside', { createScriptURL }) ?? { createScriptURL };
    window.pdfa2hocr = { take: (name, data) => this.#waiting.get(name)?.(data) };
  }

  /** @param {string} name */
  #script(name) {
    if (!NAME.test(name)) throw new TypeError(`no script of the book: ${name}`);
    return `${this.#folder}/${name}.js`;
  }

  /**
   * The data of this name.
   * @template T
   * @param {string} name
   * @returns {Promise<T>}
   */
  load(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      const end = () => {
        this.#waiting.delete(name);
        script.remove();
      };
      this.#waiting.set(name, (data) => {
        end();
        resolve(/** @type {T} */ (data));
      });
      script.addEventListener('error', () => {
        end();
        reject(new Error(`The folder ${decodeURIComponent(this.#folder)} has to be beside this file.`));
      });
      script.src = this.#trusted.createScriptURL(name);
      document.head.append(script);
    });
  }

  /**
   * The address of a picture.
   * @param {string} name
   * @param {string} extension
   */
  address(name, extension) {
    return `${this.#folder}/${name}.${extension}`;
  }
}
