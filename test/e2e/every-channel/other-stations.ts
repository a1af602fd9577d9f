import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openMailbox } from '../../channels/support/open-mailbox.ts';
import { openSlack, type SlackFault, slackChannel, slackToken } from '../../channels/support/open-slack.ts';
import { readSubject, type Told } from './kind-in-outage.ts';
import { type Fault, hung, type Station } from './station.ts';

const receivedAs = (text: string) =>
  readSubject({ method: '', path: '', headers: {}, body: encodeURIComponent(text) });

/** With which Slack signs what people press. */
export const slackSecret = 'CANARY-e3b0c44298fc1c149afbf4c8996fb924';

const slackFaults: Record<Fault, SlackFault> = {
  limit: { error: 'ratelimited' },
  refusal: { error: 'is_archived' },
  // It posts the message, and its answer never comes.
  hang: 'lost',
};

/** A bot in a workspace of Slack. */
export async function openSlackStation(id: string): Promise<Station> {
  const told: Told[] = [];
  let next: Fault | null = null;
  let changed = '';
  const slack = await openSlack(({ method, value }) => {
    const tells = method === 'chat.postMessage' || method === 'chat.update' ? receivedAs(value.text) : null;
    if (tells === null) return null;
    const fault = tells === 'Down' ? next : null;
    if (fault !== null) next = null;
    // To change a message once more, as nobody heard the answer, tells nothing.
    const isRepeated = method === 'chat.update' && value.text === changed;
    if ((fault === null || fault === 'hang') && !isRepeated) {
      told.push(tells);
      if (method === 'chat.update') changed = value.text;
    }
    return fault && slackFaults[fault];
  });
  const config = {
    ...{ id, type: 'slack', url: slack.origin, token: slackToken, channel: slackChannel },
    signingSecret: slackSecret,
  };
  return {
    ...{ config, course: 'thread', told },
    next: (fault) => void (next = fault),
    kept: () =>
      slack.roots().map(({ ts, text }) => ({
        text,
        below: slack.answersTo(ts).map((answer) => answer.text),
      })),
    reasonOf: {
      limit: 'receiver answered 200 (ratelimited): rate limit',
      refusal: 'receiver answered 200 (is_archived): the channel was archived',
      hang: hung,
    },
  };
}

/** A mail server. */
export async function openMailStation(id: string): Promise<Station> {
  let next: Fault | null = null;
  const mailbox = await openMailbox({
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onRcptTo(_address, _session, done) {
      const fault = next;
      next = null;
      const says = (responseCode: number, text: string) =>
        done(Object.assign(new Error(text), { responseCode }));
      if (fault === 'limit') says(451, '4.7.1 too many messages of CANARYpassword, try again later');
      else if (fault === 'refusal') says(550, '5.1.1 no such mailbox');
      else if (fault === null) done();
    },
  });
  return {
    config: {
      ...{ id, type: 'email', from: 'monitor@example.com', to: ['ops@example.com'], tls: 'optional' },
      url: mailbox.url.replace('//', '//monitor:CANARYpassword@'),
    } as Station['config'],
    course: 'people',
    next: (fault) => void (next = fault),
    get told() {
      return mailbox.mails.flatMap(({ subject = '' }) => receivedAs(subject) ?? []);
    },
    reasonOf: {
      limit: 'the mail server put off 1 of 1 addresses: ops@example.com (451)',
      refusal: 'the mail server refused the address: ops@example.com (550)',
      hang: hung,
    },
  };
}

const program = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
if [ "$MONITOR_MESSAGE_KIND" = down ] && [ -e next ]; then
  fault=$(cat next)
  rm next
  case $fault in
    limit) echo 'the siren is busy'; exit 75 ;;
    refusal) echo 'there is no such siren'; exit 1 ;;
    hang) exec sleep 600 ;;
  esac
fi
printf '%s\\n' "$MONITOR_MESSAGE_SUBJECT" >> told
`;

/** A program of this machine. */
export function openCommandStation(id: string): Station {
  const dir = mkdtempSync(join(tmpdir(), 'command-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(join(dir, 'siren'), program, { mode: 0o755 });
  return {
    config: { id, type: 'command', program: join(dir, 'siren') } as Station['config'],
    course: 'follower',
    next: (fault) => writeFileSync(join(dir, 'next'), fault),
    get told() {
      const path = join(dir, 'told');
      const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
      return lines.flatMap((line) => receivedAs(line) ?? []);
    },
    reasonOf: {
      limit: 'the program ended with exit code 75',
      refusal: 'the program ended with exit code 1',
      hang: /^the program did not end within/,
    },
  };
}
