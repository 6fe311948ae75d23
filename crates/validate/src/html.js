"use strict";
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const [verdict, text, order, shown] = ["verdict", "text", "order", "shown"].map((id) => document.getElementById(id));
const files = all(".file");
files.forEach((file, index) => { file.dataset.index = index; });
/** Shows the files of the chosen verdict that contain the text in the path or in a rule. */
function filter() {
  const wanted = text.value.toLowerCase();
  let count = 0;
  for (const file of files) {
    const { verdict: is, path, rules = "" } = file.dataset;
    // A rule ends with a semicolon: 6.1.3-1 is not 6.1.3-10.
    file.hidden = (verdict.value && is !== verdict.value) || !`${path};${rules}`.toLowerCase().includes(wanted);
    count += file.hidden ? 0 : 1;
  }
  shown.value = `${count} of ${files.length} shown`;
}
/** Sorts the files by path, by number of faults, or in the order of the check. */
function sort() {
  const key = { path: (a, b) => a.dataset.path.localeCompare(b.dataset.path),
    faults: (a, b) => (b.dataset.faults ?? 0) - (a.dataset.faults ?? 0) }[order.value];
  const sorted = [...files].sort((a, b) => key?.(a, b) || a.dataset.index - b.dataset.index);
  document.body.append(...sorted);
}
/** Enlarges a figure around a box, or shows the whole page. */
function zoom(figure, box) {
  const svg = figure.querySelector("svg");
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const [, , width, height] = svg.dataset.whole.split(" ").map(Number);
  figure.classList.toggle("zoomed", Boolean(box));
  if (!box) return svg.setAttribute("viewBox", svg.dataset.whole);
  const [x, y, w, h] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  const size = Math.min(1, Math.max(0.3, 1.2 * Math.max(w / width, h / height)));
  const left = Math.max(0, Math.min(x + w / 2 - width * size / 2, width * (1 - size)));
  const top = Math.max(0, Math.min(y + h / 2 - height * size / 2, height * (1 - size)));
  svg.setAttribute("viewBox", `${left} ${top} ${width * size} ${height * size}`);
  figure.scrollIntoView({ block: "nearest" });
}
addEventListener("click", ({ target }) => {
  const { rule, finding, page } = target.dataset ?? {};
  const figure = target.closest("figure");
  if (rule) {
    text.value = `${rule};`;
    filter();
  } else if (page && finding) {
    const of = target.closest("details").querySelector(`figure[data-page="${page}"]`);
    all(".fault", of).forEach((box) => box.classList.toggle("chosen", box.dataset.finding === finding));
    zoom(of, of.querySelector(".chosen"));
  } else if (figure) {
    zoom(figure, figure.classList.contains("zoomed") ? null : target.closest(".fault") ?? figure.querySelector(".fault"));
  }
});
for (const control of [verdict, text]) control.addEventListener("input", filter);
order.addEventListener("input", sort);
filter();
