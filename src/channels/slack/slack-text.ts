/** Text that Slack shows as it is: no markup, no mention, no longer than Slack takes. */
export function slackText(text: string, maxLength: number): string {
  const escaped = text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    // A word joiner keeps the mention readable and wakes nobody.
    .replace(/@(?=channel|here|everyone)/gi, '@\u2060');
  if (escaped.length <= maxLength) return escaped;
  // Not through the middle of an escape or of a surrogate pair.
  return `${escaped.slice(0, maxLength - 1).replace(/(&[a-z]{0,3}|[\ud800-\udbff])$/, '')}…`;
}

/** Of which Slack makes no link, no bold and no emoji. */
export function plainText(text: string) {
  return { type: 'plain_text', text, emoji: false };
}
