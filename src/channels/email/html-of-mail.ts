import type { Fact } from '../wording/fact.ts';
import type { Tone } from '../wording/tone.ts';
import type { Wording } from '../wording/wording.ts';
import { font, mailColours, styleSheet } from './mail-style.ts';

/**
 * The HTML part of a mail: tables and inline styles, because that is what mail clients agree on, and a style sheet for
 * those that know dark grounds and phones. It loads nothing.
 */
export function htmlOfMail(words: Wording, tone: Tone, link: { url: string; id: string }): string {
  const colour = mailColours[tone].light;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(words.subject)}</title>
<style>
${styleSheet(tone)}
</style></head>
<body style="margin:0;padding:0;background:#f2f4f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(words.summary)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="ground" align="center" bgcolor="#f2f4f7" style="padding:24px 8px;background:#f2f4f7">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="max-width:600px;background:#ffffff;border:1px solid #d0d5dd;border-top:6px solid ${colour};border-radius:8px;text-align:left;${font}">
${[
  paragraph(
    words.subject,
    'tone',
    `padding-top:24px;font-size:20px;line-height:28px;font-weight:600;color:${colour}`,
  ),
  paragraph(
    words.summary,
    'text',
    'padding-top:8px;padding-bottom:12px;font-size:15px;line-height:22px;color:#1d2939',
  ),
  ...ownLines(words),
  ...(words.facts.length > 0 ? [row(factTable(words.facts))] : []),
  ...(words.links ?? []).map((one) => linkRow(one, colour)),
  buttonsRow(words, link.url, colour),
  ...words.lastSeen.map(lastSeenRows),
  row('', 'padding-top:20px;font-size:0;line-height:0'),
  paragraph(
    `Service Monitor · id ${link.id}`,
    'quiet line',
    'padding-top:12px;padding-bottom:16px;border-top:1px solid #eaecf0;font-size:12px;line-height:18px;color:#5d6b82',
  ),
].join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>
`;
}

function row(html: string, style = ''): string {
  return `<tr><td class="pad" style="padding-left:28px;padding-right:28px;${style}">${html}</td></tr>`;
}

/** One clean text. The style says its height, which `padding` of the row would take away. */
function paragraph(text: string, names: string, style: string): string {
  return `<tr><td class="pad ${names}" style="padding-left:28px;padding-right:28px;word-break:break-word;${style}">${escapeHtml(text)}</td></tr>`;
}

/** What somebody wrote in words of his own, line by line; an empty one is a distance. */
function ownLines({ lines = [] }: Wording): string[] {
  if (lines.length === 0) return [];
  const text = lines.map(escapeHtml).join('<br>');
  const style = 'padding-bottom:8px;font-size:15px;line-height:22px;color:#1d2939;word-break:break-word';
  return [`<tr><td class="pad text" style="padding-left:28px;padding-right:28px;${style}">${text}</td></tr>`];
}

/** What a person does next, before the figures: on a phone that is what fits. */
function buttonsRow({ linkText, acknowledgeUrl }: Wording, url: string, colour: string): string {
  const open = button(linkText, url, `background:${colour};color:#ffffff;border:1px solid ${colour}`, '');
  const acknowledge =
    acknowledgeUrl === undefined
      ? ''
      : button('Acknowledge', acknowledgeUrl, `color:${colour};border:1px solid ${colour}`, 'tone');
  return row(`${open}\n${acknowledge}`, 'padding-top:20px;padding-bottom:12px;line-height:56px');
}

/** A link as wide as its words, and on a phone as wide as the screen. */
function button(text: string, url: string, style: string, names: string): string {
  return `<a class="button ${names}" href="${escapeHtml(url)}" style="display:inline-block;margin-right:8px;padding:10px 19px;border-radius:6px;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;${style}">${escapeHtml(text)}</a>`;
}

function linkRow({ text, url }: { text: string; url: string }, colour: string): string {
  const words = `<a class="tone" href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(text)}</a>`;
  return row(words, 'padding-top:8px;font-size:14px;line-height:20px;word-break:break-word');
}

function lastSeenRows({ instance, facts }: Wording['lastSeen'][number]): string {
  const told = facts.length > 0 ? facts : [{ name: 'Metrics', value: 'none' }];
  const style =
    'padding-top:12px;padding-bottom:6px;font-size:13px;line-height:18px;font-weight:600;color:#475467';
  return `${paragraph(`Last from ${instance}`, 'quiet', style)}\n${row(factTable(told))}`;
}

function factTable(facts: readonly Fact[]): string {
  const cell =
    'padding:7px 0;border-top:1px solid #eaecf0;font-size:14px;line-height:20px;vertical-align:top;word-break:break-word';
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><th class="name quiet line" scope="row" width="34%" align="left" style="${cell};padding-right:12px;font-weight:400;text-align:left;color:#5d6b82">${escapeHtml(name)}</th>` +
      `<td class="value text line" style="${cell};color:#1d2939">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('')}</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
