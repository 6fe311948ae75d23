// The contrast of visible text that is below 4.5 (WCAG 2.1, 1.4.3), as lines for people.
const canvas = document.createElement('canvas');
canvas.width = canvas.height = 1;
const context = canvas.getContext('2d', { willReadFrequently: true });
const known = new Map();
function colour(value) {
  if (!known.has(value)) {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = value;
    context.fillRect(0, 0, 1, 1);
    known.set(value, [...context.getImageData(0, 0, 1, 1).data].map((part) => part / 255));
  }
  return known.get(value);
}
function over([r, g, b, a], below) {
  return [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
}
function luminance(rgb) {
  const [r, g, b] = rgb.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}
function ground(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const layer = colour(getComputedStyle(at).backgroundColor);
    layers.push(layer);
    if (layer[3] === 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), [1, 1, 1]);
}
const low = [];
for (const element of document.querySelectorAll('body *')) {
  const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('').trim();
  if (!text || element.closest('svg, option, :disabled') || !element.checkVisibility()) continue;
  let opacity = 1;
  for (let at = element; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
  const below = ground(element);
  const [r, g, b, a] = colour(getComputedStyle(element).color);
  const value = contrast(over([r, g, b, a * opacity], below), below);
  if (value < 4.5) low.push(`${value.toFixed(2)}: ${element.tagName} ${element.className} "${text.slice(0, 30)}"`);
}
// Labels of boxes, with an outline in the colour of the paper.
for (const label of document.querySelectorAll('svg text.label')) {
  const { fill, stroke } = getComputedStyle(label);
  const value = contrast(colour(fill).slice(0, 3), colour(stroke).slice(0, 3));
  if (value < 4.5) low.push(`${value.toFixed(2)}: label "${label.textContent}"`);
}
// Colours that meet in states that are not on the screen now.
const probe = document.createElement('span');
document.body.append(probe);
function computed(value) {
  probe.style.color = value;
  return colour(getComputedStyle(probe).color).slice(0, 3);
}
function pair(front, back) {
  const value = contrast(computed(front), computed(back));
  if (value < 4.5) low.push(`${value.toFixed(2)}: ${front} on ${back}`);
}
for (const front of ['text', 'quiet', 'accent', 'bad', 'good'])
  for (const back of ['ground', 'raised', 'sunk', 'chosen', 'hover']) pair(`var(--${front})`, `var(--${back})`);
pair('var(--on-accent)', 'var(--accent)');
pair('var(--text)', 'var(--mark)');
for (const back of ['--c-order', '--k-chosen']) pair('#fff', `var(${back})`);
probe.remove();
return low;
