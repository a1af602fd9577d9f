/**
 * Characters that are not seen but change what is: control characters, overrides of the direction of writing, and
 * spaces of no width. Those that scripts need between their letters (U+200C, U+200D) stay.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * A text as it is, in which what would be unseen stands as `⟨U+202E⟩`: nobody should read other words than were sent.
 */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `⟨U+${code}⟩`;
  });
}
