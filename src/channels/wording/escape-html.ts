import { defuse } from './defuse.ts';

/** Text from outside for a receiver that reads a little HTML: no mark-up, no mention, no link. */
export function escapeHtml(text: string): string {
  return defuse(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
