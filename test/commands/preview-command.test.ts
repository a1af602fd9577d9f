import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'preview-'));
  writeFileSync(
    join(dir, 'monitor.yaml'),
    `channels:
  - id: chat
    type: slack
    url: "https://hooks.slack.com/services/T0/B0/CANARYCANARY"
    subject: '{{ service }} ist {% if kind == "resolved" %}zurück{% else %}still{% endif %}'
    text: 'Team {{ labels.team }}'
  - { id: pager, type: pagerduty, routingKey: e93facc04764012d7bfb002500d5d1a6 }
  - { id: office, type: email, url: "smtp://127.0.0.1:9", from: "a@example.com", to: [b@example.com] }
`,
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const preview = (...args: string[]) => runCommand(dir, ['channels', 'preview', ...args]);

test.concurrent('channels preview prints the message of a channel in its own words, and sends nothing', async () => {
  const ran = await preview('chat');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^Kind: down\nSubject: checkout ist still\n\nTeam shop\n\nhttp.*\/incidents\//);
  expect(await preview('chat', '--kind', 'digest')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Kind: digest \(the usual words.*\nSubject: \[Digest\] 2 incidents/),
  });
});

test.concurrent('it shows the request to the provider without its secrets', async () => {
  const chat = await preview('chat', '--kind', 'resolved', '--body');
  expect(chat.stdout).toContain('POST https://hooks.slack.com/…');
  expect(chat.stdout).toContain('"text": "checkout ist zurück"');
  expect(chat.stdout).not.toContain('CANARY');
  const pager = await preview('pager', '--body');
  expect(pager.stdout).toContain('"routing_key": "[secret]"');
  expect(pager.stdout).not.toContain('e93facc04764012d7bfb002500d5d1a6');
});

test.concurrent('it writes the HTML of a mail into a file, and says where there is none', async () => {
  const file = join(dir, 'mail.html');
  expect(await preview('office', '--html', file)).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[^]*\[Down\] checkout/);
  expect(await preview('chat', '--html', file)).toMatchObject({
    code: 1,
    stderr: 'chat sends no HTML: it is no e-mail.\n',
  });
});

test.concurrent('it says which channels there are, and which messages', async () => {
  expect(await preview('chut')).toMatchObject({
    ...{ code: 1, stdout: '', stderr: 'monitor.yaml has no channel "chut"; it has chat, pager, office.\n' },
  });
  expect((await preview('chat', '--kind', 'dwn')).stderr).toContain('Allowed choices are down, recovering');
});
