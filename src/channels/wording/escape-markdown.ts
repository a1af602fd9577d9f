import { defuse } from './defuse.ts';

/**
 * A line from outside for a chat that reads Markdown and its backslashes: no mark-up, no mention, no link. Nothing is
 * escaped that needs it not: a lock screen shows the backslashes.
 */
export function escapeMarkdown(line: string): string {
  return (
    defuse(line)
      .replace(/[\\`*_~|]/g, '\\$&')
      // What ends the words of a link.
      .replace(/\](?=[([:])/g, ']\u2060')
      // What is only read at the beginning: lists, headings, quotes, rules.
      .replace(/^(\s*)([#>+=-])/, '$1\\$2')
      .replace(/^(\s*\d+)([.)])(?=\s)/, '$1\\$2')
  );
}
