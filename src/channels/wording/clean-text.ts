/**
 * Text from outside, made safe to stand in a header, a line or a chat: one line, no control characters, none that
 * turn the reading direction, none that cannot be seen, and no longer than `maxLength`.
 */
export function cleanText(text: string, maxLength = 200): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Bidi_Control}\u200b\u2060\ufeff]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
