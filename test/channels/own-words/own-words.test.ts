import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exampleMessages } from '../../../src/channels/own-words/example-messages.ts';
import { formatMessage } from '../../../src/channels/wording/format-message.ts';
import type { Message } from '../../../src/domain/messages.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openMailChannel } from '../support/open-mail-channel.ts';
import { openMailbox } from '../support/open-mailbox.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const attempt = () => AbortSignal.timeout(30_000);
const subject =
  '{{ icon }} {{ service | upcase }} ist {% if kind == "resolved" %}zurück{% else %}still{% endif %}';
const text =
  'Seit {{ startedAt | date: "%H:%M", "Europe/Berlin" }}.\n\n\nTeam: {{ labels.team | default: "-" }}\n';

/** What a chat receives. */
async function posted(fields: object, message: Message, type = 'slack'): Promise<string> {
  const receiver = await openReceiver();
  const channel = openTestChannel({ id: 'chat', type, url: receiver.url, ...fields });
  expect(await channel.send(message, attempt())).toMatchObject({ kind: 'sent' });
  return receiver.received[0]?.body ?? '';
}

describe('a channel with words of its own', () => {
  test('says them in a mail, in both parts, with the link that every mail has', async () => {
    const mailbox = await openMailbox();
    const channel = openMailChannel(mailbox.url, { subject, text } as object);
    expect(await channel.send(incidentMessage({ labels: { team: 'shop' } }), attempt())).toMatchObject({
      kind: 'sent',
    });
    const [mail] = mailbox.mails;
    expect(mail?.subject).toBe('🔴 CHECKOUT ist still');
    expect(mail?.text?.trimEnd()).toBe(`Seit 04:12.

Team: shop

${incidentMessage().url}

id ${incidentMessage().notificationId}`);
    expect(mail?.html).toContain('Team: shop');
    expect(mail?.html).not.toContain('Last heartbeat');
    expect(mail?.html).toContain('Open the incident');
  });

  test('says them in chats, escaped as each of them reads text', async () => {
    const hostile = incidentMessage({ serviceName: '*b* <!channel> @everyone [x](https://evil.example)' });
    const template = { subject: '{{ service }} {{ "<b>" }}', text: '*{{ service }}*' };
    const slack = await posted(template, hostile);
    expect(slack).toContain('*b*');
    expect(slack).not.toMatch(/<!channel>|"type":"mrkdwn","text":"[^"]*evil/);
    const discord = JSON.parse(await posted(template, hostile, 'discord')) as { content: string };
    expect(discord.content).toContain('\\*b\\*');
    expect(discord.content).not.toMatch(/@everyone|https:\/\/evil/);
  });

  test('may give the subject alone, and keep the usual facts', async () => {
    const body = await posted({ subject: 'Ausfall: {{ service }}' }, incidentMessage());
    expect(body).toContain('Ausfall: checkout');
    expect(body).toContain('Last heartbeat');
    expect(body).not.toContain('[Down]');
  });

  test.each(
    exampleMessages()
      .filter((one) => !('serviceName' in one) || one.kind === 'test')
      .map((one) => [one.kind, one] as const),
  )('keeps the usual words for what is not about one service: %s', async (_kind, message) => {
    const body = await posted({ subject: 'OWN', text: 'OWN' }, message);
    expect(body).not.toContain('OWN');
    expect(body).toContain(formatMessage(message).subject.slice(0, 20));
  });

  test('loses no message when a template fails: it has the usual words, and its row says why', async () => {
    const receiver = await openReceiver();
    // Every example has facts; this message has more than the template can stand.
    const failing = '{% for one in lastSeen %}{{ one.facts[0].name.none }}{% endfor %}x';
    const channel = openTestChannel({
      ...{ id: 'chat', type: 'slack', url: receiver.url },
      text: `{% if service == "poison" %}${failing}{% endif %}x`,
    });
    expect(await channel.send(incidentMessage({ serviceName: 'poison' }), attempt())).toMatchObject({
      kind: 'sent',
      note: expect.stringMatching(/^its template failed, so it has the usual words: undefined variable/),
      template: { because: expect.stringContaining('undefined variable') },
    });
    expect(receiver.received[0]?.body).toContain('[Down] poison');
    expect(await channel.send(incidentMessage(), attempt())).toMatchObject({ template: { because: null } });
  });

  test('cannot be made to say something for minutes by a name of a service', async () => {
    const body = await posted(
      { subject: '{{ service }}' },
      incidentMessage({ serviceName: '{{ kind }}{% raw %}' }),
    );
    expect(body).toContain('{{ kind }}{% raw %}');
  });

  test('goes over no line that its provider cannot take, and keeps the link', async () => {
    const long = '{% for i in (1..99) %}{{ i }} {{ summary }} {{ summary }}\n{% endfor %}';
    for (const type of ['slack', 'discord', 'teams', 'mattermost', 'googlechat'])
      expect(await posted({ text: long }, incidentMessage(), type)).toContain(incidentMessage().url);
  });
});

test('a monitor without templates loads no LiquidJS', () => {
  const folder = new URL('../../../src/channels/', import.meta.url);
  for (const file of ['own-words/liquid-engine.ts', 'registry.ts', 'own-words/with-own-words.ts'])
    expect(readFileSync(new URL(file, folder), 'utf8')).not.toMatch(/^import (?!type).*'liquidjs'/m);
});
