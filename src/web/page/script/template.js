// The initial texts of new scripts.

const TEMPLATES = {
  mapping: `{
  "extends": "layout",
  "about": "What differs from the built-in mapping “layout”",
  "rules": {
    "image": "drop"
  }
}
`,
  module: `# Called for every page. What it changes is seen on the left; what it prints, below.
def custom_processing(page):
    for box in page.descendants("textbox"):
        print(box.text[:40])
`,
};

/**
 * The text of a new mapping or module.
 * @param {'mapping' | 'module'} kind
 */
export function scriptTemplate(kind) {
  return TEMPLATES[kind];
}
