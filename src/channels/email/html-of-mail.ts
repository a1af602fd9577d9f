import type { MessageKind } from '../../domain/notification.ts';
import type { Fact } from '../wording/fact.ts';
import { otherLinks, type Wording } from '../wording/wording.ts';

const colours: Record<MessageKind, string> = {
  down: '#b42318',
  recovering: '#175cd3',
  flapping: '#b54708',
  reminder: '#b42318',
  escalation: '#b42318',
  acknowledged: '#175cd3',
  resolved: '#067647',
  test: '#475467',
  impaired: '#b54708',
  well: '#067647',
  health: '#b54708',
  degraded: '#b54708',
  'instance-down': '#b54708',
  digest: '#b42318',
  group: '#b42318',
  'group-over': '#067647',
};

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The HTML part of a mail: tables and inline styles only, because that is what mail clients agree on. */
export function htmlOfMail(words: Wording, kind: MessageKind, link: { url: string; id: string }): string {
  const colour = colours[kind];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;padding:24px 8px;background:#f2f4f7;${font}">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0"
 style="max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #d0d5dd;border-top:6px solid ${colour};border-radius:8px">
<tr><td style="padding:24px 28px 4px;font-size:20px;line-height:28px;font-weight:600;color:${colour}">${escapeHtml(words.subject)}</td></tr>
<tr><td style="padding:4px 28px 16px;font-size:15px;line-height:22px;color:#1d2939">${escapeHtml(words.summary)}</td></tr>
<tr><td style="padding:0 28px">${factTable(words.facts)}</td></tr>
${otherLinks(words)
  .map((one) => linkRow(one, colour))
  .join('\n')}
${words.lastSeen.map(lastSeenRows).join('\n')}
<tr><td style="padding:24px 28px"><a href="${escapeHtml(link.url)}"
 style="display:inline-block;padding:10px 18px;border-radius:6px;background:${colour};color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(words.linkText)}</a></td></tr>
<tr><td style="padding:12px 28px 16px;border-top:1px solid #eaecf0;font-size:12px;line-height:18px;color:#667085">Service Monitor · id ${escapeHtml(link.id)}</td></tr>
</table>
</body></html>
`;
}

function linkRow({ text, url }: { text: string; url: string }, colour: string): string {
  return `<tr><td style="padding:6px 28px 0;font-size:14px;line-height:20px;word-break:break-word"><a href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(text)}</a></td></tr>`;
}

function lastSeenRows({ instance, facts }: Wording['lastSeen'][number]): string {
  const title = `<tr><td style="padding:20px 28px 4px;font-size:13px;font-weight:600;color:#475467">Last from ${escapeHtml(instance)}</td></tr>`;
  const told = facts.length > 0 ? facts : [{ name: 'Metrics', value: 'none' }];
  return `${title}\n<tr><td style="padding:0 28px">${factTable(told)}</td></tr>`;
}

function factTable(facts: readonly Fact[]): string {
  const cell =
    'padding:7px 0;border-top:1px solid #eaecf0;font-size:14px;line-height:20px;vertical-align:top;word-break:break-word';
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><td width="38%" style="${cell};color:#667085">${escapeHtml(name)}</td>` +
      `<td style="${cell};color:#1d2939">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
