import { defuse } from './defuse.ts';

/** Text from outside for a chat that reads Markdown and its backslashes: no mark-up, no mention, no link. */
export function escapeMarkdown(text: string): string {
  return defuse(text).replace(/[\\`*_{}[\]()#+\-!>|~]/g, '\\$&');
}
