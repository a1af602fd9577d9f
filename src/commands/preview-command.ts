import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { exampleKinds, exampleMessages } from '../channels/own-words/example-messages.ts';
import { type MessagePreview, previewMessage } from '../channels/own-words/preview-message.ts';
import { recordRequests } from '../channels/own-words/record-requests.ts';
import type { ChannelConfig } from '../channels/registry.ts';
import { isUuid } from '../domain/ids.ts';
import type { MessageKind } from '../domain/message-kinds.ts';
import type { Message } from '../domain/messages.ts';
import { explainFileError } from '../explain-file-error.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { incidentIdsLike } from '../store/incidents/incident-ids-like.ts';
import { messagesOfIncident } from '../store/notifications/messages-of-incident.ts';
import { createPartitions, type Partitions } from '../store/partition.ts';
import { findChannel } from './find-channel.ts';
import { requireConfig } from './require-config.ts';
import { runWithRedis } from './run-with-redis.ts';
import { shortId } from './short-id.ts';
import type { Terminal } from './terminal.ts';

interface Flags {
  kind?: MessageKind;
  incident?: string;
  html?: string;
  body?: true;
  json?: true;
}

/** `channels preview`: what a channel would send. It sends nothing, and needs no running monitor. */
export function previewCommand(terminal: Terminal): Command {
  return new Command('preview')
    .description('print the messages of a channel as they would be sent, and send nothing')
    .argument('<channel>', 'its id')
    .addOption(
      new Option('--kind <kind>', 'the kind of message; without --incident: down').choices([
        ...new Set(exampleKinds),
      ]),
    )
    .option(
      '--incident <id>',
      'the messages of this incident (its id, or how it begins), as they are stored, instead of an example',
    )
    .option('--html <file>', 'write the HTML of the first mail into a file')
    .option('--body', 'print the requests to the provider, without secrets')
    .option('--json', 'print JSON')
    .action(async (id: string, flags: Flags) => {
      const config = requireConfig(terminal);
      if (config === null) return;
      const found = await findChannel(id, config);
      if (found.kind === 'none') return fail(terminal, found.because);
      const { channel } = found;
      const { incident } = flags;
      if (incident === undefined) {
        const kind = flags.kind ?? 'down';
        const examples = exampleMessages(config.publicUrl ?? undefined);
        return show(
          terminal,
          channel,
          examples.filter((one) => one.kind === kind),
          flags,
        );
      }
      await runWithRedis(
        terminal,
        async (client) => {
          const partitions = createPartitions(config.partitions);
          const ids = await wholeIds(client, partitions, incident);
          if (ids.length > 1)
            return fail(terminal, `Several incidents begin with "${incident}": ${ids.join(', ')}.`);
          const stored = await messagesOfIncident(client, partitions, ids[0] ?? incident);
          const asked = stored.filter(({ kind }) => flags.kind === undefined || kind === flags.kind);
          if (asked.length === 0)
            return fail(terminal, `No message of the incident "${incident}" is stored; run: incidents list`);
          await show(terminal, channel, asked, flags);
        },
        { config },
      );
    });
}

/** The incidents that a person means; none: it may be what stands in the place of one. */
async function wholeIds(client: RedisClient, partitions: Partitions, given: string): Promise<string[]> {
  if (isUuid(given) || !shortId.mayBe(given)) return [];
  return incidentIdsLike(client, partitions, given);
}

async function show(
  terminal: Terminal,
  channel: ChannelConfig,
  messages: readonly Message[],
  { html: file, body, json }: Flags,
): Promise<void> {
  const previews = messages.map((message) => ({ kind: message.kind, ...previewMessage(channel, message) }));
  if (file !== undefined) {
    const html = previews.find((one) => one.html !== null)?.html;
    if (html == null) return fail(terminal, `${channel.id} sends no HTML: it is no e-mail.`);
    try {
      writeFileSync(file, html);
    } catch (error) {
      const why = explainFileError(file, 'written', error);
      if (why === null) throw error;
      return fail(terminal, `${file} cannot be written: ${why}.`);
    }
  }
  const requests = body === true ? await requestsOf(channel, messages) : null;
  if (json === true) {
    const shown = previews.map((one, i) => ({
      ...one,
      ...(requests === null ? {} : { requests: requests[i] }),
    }));
    return terminal.out(`${JSON.stringify(shown)}\n`);
  }
  for (const [i, preview] of previews.entries()) {
    if (i > 0) terminal.out('\n');
    terminal.out(format(preview));
    for (const { method, origin, body: sent } of requests?.[i] ?? [])
      terminal.out(`\n${method} ${origin}/…\n${indented(sent)}\n`);
  }
  if (file !== undefined) terminal.err(`The HTML is in ${file}.\n`);
  if (previews.some(({ words }) => typeof words === 'object' && words !== null)) terminal.exit(1);
}

function requestsOf(channel: ChannelConfig, messages: readonly Message[]) {
  if (channel.type === 'email' || channel.type === 'command') return Promise.resolve(messages.map(() => []));
  return Promise.all(
    messages.map((message) => recordRequests(channel, message, 'https://monitor.example.com')),
  );
}

function format({ kind, subject, text, words }: MessagePreview & { kind: MessageKind }): string {
  const remark =
    words === null || words === 'own'
      ? ''
      : words === 'usual'
        ? ' (the usual words: it is not about one service)'
        : ` (the usual words: the template fails: ${words.fault})`;
  return `Kind: ${kind}${remark}\nSubject: ${subject}\n\n${text}`;
}

/** JSON for people. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function fail(terminal: Terminal, text: string): void {
  terminal.err(`${text}\n`);
  terminal.exit(1);
}
