import { options, type VNode } from 'preact';
import { visibleText } from '../wording/visible-text.ts';

/** Attributes that people read. */
const read = ['title', 'aria-label'];

/**
 * From now on no text of the page has characters that are not seen but change what is read. Nothing that a service sends
 * becomes a part of the page: Preact makes text nodes of texts, and this page never gives it HTML.
 */
export function showVisibleTexts(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    // A text is a vnode without a type.
    const { type, props } = vnode as VNode | { type: null; props: unknown };
    if (type === null) {
      if (typeof props === 'string') Object.assign(vnode, { props: visibleText(props) });
    } else if (typeof type === 'string') clean(props);
    before?.(vnode);
  };
}

function clean(props: Record<string, unknown>): void {
  for (const name of read) {
    const text = props[name];
    if (typeof text === 'string') props[name] = visibleText(text);
  }
}
