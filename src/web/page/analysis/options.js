// Options of the command line, as the page sends them: in their long form, each with its value in one argument.
// `known` are those that there are: `{long, short, value}`, with a `value` of null for those without one.

/**
 * Splits a text into arguments, with quotes and backslashes as in a shell. Null while a quote is open.
 * @param {string} text
 */
function words(text) {
  /** @type {string[]} */
  const found = [];
  /** @type {string | null} */
  let word = null;
  /** @type {string | null} */
  let quote = null;
  let isEscaped = false;
  for (const c of text) {
    if (isEscaped) [word, isEscaped] = [(word ?? '') + c, false];
    else if (c === '\\' && quote !== "'") [word, isEscaped] = [word ?? '', true];
    else if (quote) {
      if (c === quote) quote = null;
      else word = (word ?? '') + c;
    } else if (c === "'" || c === '"') [word, quote] = [word ?? '', c];
    else if (/\s/.test(c)) {
      if (word !== null) found.push(word);
      word = null;
    } else word = (word ?? '') + c;
  }
  if (quote || isEscaped) return null;
  if (word !== null) found.push(word);
  return found;
}

/**
 * Options as one types them, in their long form: `{options}`, or `{error}` in one line.
 * @param {string} text
 * @param {KnownOption[]} known
 */
export function longForms(text, known) {
  const typed = words(text);
  if (typed === null) return { error: 'a quote is open' };
  const options = [];
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at];
    const [, long, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const [, short, rest] = long ? [] : (/^-([A-Za-z])(.*)$/s.exec(word) ?? []);
    const option = known.find((one) => (long ? one.long === long : one.short === short && short));
    if (!option) return { error: `“${word}” is not an option of the analysis` };
    if (option.value === null) {
      if (joined !== undefined || rest) return { error: `--${option.long} has no value` };
      options.push(`--${option.long}`);
      continue;
    }
    const value = joined ?? (rest ? rest.replace(/^=/, '') : typed[++at]);
    if (value === undefined) return { error: `--${option.long} needs a value: ${option.value}` };
    options.push(`--${option.long}=${value}`);
  }
  return { options };
}

/**
 * Options as one would type them.
 * @param {string[]} options
 */
export function typed(options) {
  const plain = /^[\p{L}\p{N}/.,:=@%+_-]+$/u;
  return options.map((option) => (plain.test(option) ? option : `'${option.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** @param {string} option */
export const nameOf = (option) => option.slice(2).split('=', 1)[0];

/**
 * The value of an option: null if it is not there, and empty for one that has none.
 * @param {string[]} options
 * @param {string} name
 */
export function valueOf(options, name) {
  const option = options.findLast((each) => nameOf(each) === name);
  return option === undefined ? null : option.slice(name.length + 3);
}

/**
 * The options without those of these names.
 * @param {string[]} options
 * @param {string[]} names
 */
export function without(options, names) {
  return options.filter((option) => !names.includes(nameOf(option)));
}

/**
 * The options with another value for one of them: true for one that has none, null for none of it.
 * @param {string[]} options
 * @param {string} name
 * @param {string | boolean | null} value
 */
export function changed(options, name, value) {
  const others = without(options, [name]);
  if (value === null || value === false) return others;
  return [...others, value === true ? `--${name}` : `--${name}=${value}`];
}

/**
 * Whether two lists hold the same options.
 * @param {string[]} some
 * @param {string[]} others
 */
export function isSame(some, others) {
  return some.length === others.length && some.every((option) => others.includes(option));
}
