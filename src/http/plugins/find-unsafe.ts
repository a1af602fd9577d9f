import { pointerTo } from '../pointer-to.ts';
import type { ProblemDetail } from '../problem.ts';

/** How deep a body may nest: a person's metadata is flat, an attack is not. */
const deepest = 32;

/** What every object answers to already: a key of that name would be found where nobody put one. */
export const inheritedNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);

/**
 * The first thing in a parsed body, or in the part of it at `at`, that another reader could misunderstand; null: none.
 * Only text with escapes can hold NUL or half a surrogate pair, because its bytes were valid UTF-8 and valid JSON.
 */
export function findUnsafe(
  body: unknown,
  hasEscapes: boolean,
  { at = [], reserved = none }: { at?: readonly string[]; reserved?: ReadonlySet<string> } = {},
): ProblemDetail | null {
  // Filled from the inside out, and only when something was found.
  const path: (string | number)[] = [];

  function search(value: unknown, depth: number): string | null {
    if (typeof value === 'string') return hasEscapes ? faultIn(value) : null;
    if (typeof value === 'number') return Number.isFinite(value) ? null : 'is not a finite number';
    if (typeof value !== 'object' || value === null) return null;
    if (depth >= deepest) return `nests deeper than ${deepest} levels`;
    return Array.isArray(value) ? searchItems(value, depth) : searchFields(value, depth);
  }

  function searchItems(items: unknown[], depth: number): string | null {
    for (const [i, item] of items.entries()) {
      const fault = search(item, depth + 1);
      if (fault === null) continue;
      path.unshift(i);
      return fault;
    }
    return null;
  }

  function searchFields(value: object, depth: number): string | null {
    for (const [key, child] of Object.entries(value)) {
      if (reserved.has(key)) return 'has a key that is reserved, such as constructor or toString';
      const unclean = hasEscapes ? faultIn(key) : null;
      if (unclean !== null) return unclean;
      const fault = search(child, depth + 1);
      if (fault === null) continue;
      path.unshift(key);
      return fault;
    }
    return null;
  }

  const message = search(body, at.length);
  return message === null ? null : { pointer: pointerTo([...at, ...path]), message };
}

const none: ReadonlySet<string> = new Set();

function faultIn(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character';
  return text.isWellFormed() ? null : 'contains half a surrogate pair';
}
