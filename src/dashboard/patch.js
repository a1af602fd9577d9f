/** @import { Child, Props, Wish } from './h.js' */

/**
 * What each element was made from.
 *
 * @type {WeakMap<Node, Wish>}
 */
const wishes = new WeakMap();

/**
 * Makes the children of an element what they should be and touches nothing that is right already: the focus, the
 * cursor in a field, an opened fold and the scroll position survive the two seconds to the next reading.
 *
 * @param {globalThis.Element} parent
 * @param {Child[]} children
 */
export function patch(parent, children) {
  const keyed = keyedChildren(parent, children);
  let place = parent.firstChild;
  for (const child of children) {
    const node = reusable(child, place, keyed) ?? create(child, parent);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    update(node, child);
  }
  while (place !== null) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/**
 * The children with a key that stay. Those that go are taken away first: else every row behind one that left would
 * have to move.
 *
 * @param {globalThis.Element} parent
 * @param {Child[]} children
 */
function keyedChildren(parent, children) {
  const wanted = new Set(children.map(keyOf));
  const keyed = new Map();
  for (const node of [...parent.childNodes]) {
    const key = keyOf(wishes.get(node));
    if (key === undefined) continue;
    if (wanted.has(key)) keyed.set(key, node);
    else node.remove();
  }
  return keyed;
}

/** @param {Child | undefined} child */
function keyOf(child) {
  return typeof child === 'object' ? child.props.key : undefined;
}

/**
 * @param {Child} child
 * @param {ChildNode | null} place
 * @param {Map<string, ChildNode>} keyed
 */
function reusable(child, place, keyed) {
  const key = keyOf(child);
  const node = key === undefined ? place : (keyed.get(key) ?? null);
  if (node === null) return null;
  if (typeof child === 'string') return node.nodeType === Node.TEXT_NODE ? node : null;
  const old = wishes.get(node);
  return old !== undefined && old.tag === child.tag && keyOf(old) === key ? node : null;
}

/**
 * @param {Child} child
 * @param {globalThis.Element} parent
 * @returns {ChildNode}
 */
function create(child, parent) {
  if (typeof child === 'string') return document.createTextNode(child);
  const namespace = child.tag === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI;
  return document.createElementNS(namespace, child.tag);
}

/**
 * @param {ChildNode} node
 * @param {Child} child
 */
function update(node, child) {
  if (typeof child === 'string') {
    if (node.textContent !== child) node.textContent = child;
    return;
  }
  const element = /** @type {HTMLElement} */ (node);
  const old = wishes.get(element);
  wishes.set(element, child);
  setProps(element, old?.props ?? {}, child.props);
  patch(element, child.children);
  // Last, because a select has no value before it has its options.
  const field = /** @type {HTMLInputElement} */ (node);
  const { value } = child.props;
  if (typeof value === 'string' && field.value !== value) field.value = value;
}

/** @type {Set<string>} */
const notAttributes = new Set(['key', 'on', 'style', 'value']);

/**
 * @param {HTMLElement} element
 * @param {Props} old
 * @param {Props} props
 */
function setProps(element, old, props) {
  for (const name of new Set([...Object.keys(old), ...Object.keys(props)])) {
    if (notAttributes.has(name) || old[name] === props[name]) continue;
    const text = attributeOf(props[name]);
    if (text === null) element.removeAttribute(name);
    else element.setAttribute(name, text);
  }
  for (const [name, value] of Object.entries(props.style ?? {})) {
    if (old.style?.[name] !== value) element.style.setProperty(name, value);
  }
  for (const type of Object.keys(props.on ?? {})) {
    if (old.on?.[type] === undefined) element.addEventListener(type, hear);
  }
}

/** @param {unknown} value */
function attributeOf(value) {
  if (value === true) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/**
 * One listener for all: it looks up what the element was made from last, so a new closure costs nothing.
 *
 * @param {Event} event
 */
function hear(event) {
  const element = /** @type {globalThis.Element} */ (event.currentTarget);
  wishes.get(element)?.props.on?.[event.type]?.(event);
}
