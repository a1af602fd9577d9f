import { visibleText } from './visible-text.js';

/**
 * Attributes of an element, and three words of our own. `key` tells the children of one parent apart, so that a row
 * stays itself when the order changes. `on` are listeners by event. `style` is set through the style object, because
 * the policy of the page forbids style attributes.
 *
 * @typedef {Record<string, unknown> & {
 *   key?: string,
 *   on?: Record<string, (event: Event) => void>,
 *   style?: Record<string, string>,
 * }} Props
 */

/**
 * A wish for an element; patch.js makes it true.
 *
 * @typedef {{ tag: string, props: Props, children: Child[] }} Wish
 */

/** @typedef {Wish | string} Child */

/** @typedef {Child | number | null | false | Loose[]} Loose */

/**
 * Describes an element as a plain object. Texts stay texts all the way to `textContent`: there is no way to say HTML,
 * so nothing that a service sends can become a part of the page, nor turn round what stands there.
 *
 * @param {string} tag
 * @param {Props} [props]
 * @param {Loose[]} children
 * @returns {Wish}
 */
export function h(tag, props = {}, ...children) {
  const { title } = props;
  return {
    tag,
    props: typeof title === 'string' ? { ...props, title: visibleText(title) } : props,
    children: flatten(children),
  };
}

/**
 * @param {Loose[]} children
 * @returns {Child[]}
 */
function flatten(children) {
  return children.flatMap((child) => {
    if (child === null || child === false) return [];
    if (Array.isArray(child)) return flatten(child);
    return [typeof child === 'object' ? child : visibleText(String(child))];
  });
}
