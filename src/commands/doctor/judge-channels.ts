import { access, constants } from 'node:fs/promises';
import { connect } from 'node:net';
import type { ChannelHealth } from '../../actors/ports/channel-health.ts';
import type { ChannelConfig } from '../../channels/registry.ts';
import { formatDuration } from '../../domain/duration.ts';
import type { Finding } from './finding.ts';

const timeoutMs = 3_000;
const ports: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 };

/**
 * Whether the servers behind the channels can be reached from here, and whether anything ever went out through them;
 * nothing is sent. `provedAgoMs`: how long ago that was, by channel; null: no monitor has run here yet. `healths`: how
 * those do that messages were sent through.
 */
export async function judgeChannels(
  channels: readonly ChannelConfig[],
  provedAgoMs: ReadonlyMap<string, number> | null,
  healths: readonly ChannelHealth[] = [],
): Promise<Finding[]> {
  if (channels.length === 0) {
    const advice = 'Add some to monitor.yaml; see monitor.example.yaml.';
    return [{ what: 'Channels', level: 'look', found: 'none: nobody is notified', advice }];
  }
  return Promise.all(
    channels.map(async (channel) => {
      const health = healths.find(({ channelId }) => channelId === channel.id);
      return openOf(health) ?? judge(channel, provedAgoMs, health);
    }),
  );
}

/** A channel whose messages wait: whether its server answers at all is said by how the last attempt failed. */
function openOf(health: ChannelHealth | undefined): Finding | null {
  if (health === undefined || health.openCircuit === null) return null;
  const { channelId, openCircuit, waiting, lastError } = health;
  const since = `its circuit is open since ${new Date(openCircuit.sinceMs).toISOString()}`;
  const why = lastError?.answer ?? openCircuit.because;
  return {
    what: `Channel ${channelId}`,
    level: 'act',
    found: `${since}: ${why}; ${waiting.count} ${waiting.count === 1 ? 'message waits' : 'messages wait'}`,
    advice: `Mend it: a changed configuration closes the circuit, and so does a test that goes out: channels test ${channelId}`,
  };
}

async function judge(
  channel: ChannelConfig,
  provedAgoMs: ReadonlyMap<string, number> | null,
  health: ChannelHealth | undefined,
): Promise<Finding> {
  const { id, type } = channel;
  const what = `Channel ${id}`;
  const { place, answers, failure, check } = await tried(channel);
  const where = `${type} at ${place}`;
  if (failure !== null) {
    const advice = `${check}; then run: channels test ${id}`;
    return { what, level: 'act', found: `${where}: ${failure}`, advice };
  }
  const isUnproved = provedAgoMs !== null && !provedAgoMs.has(id);
  const tested = testFault(health);
  const faults = [
    ...(saysPasswordAloud(channel) ? [aloud] : []),
    ...templateFault(channel, health),
    ...tested,
    ...(isUnproved && tested.length === 0
      ? [{ found: unproved, advice: `Check that messages arrive: channels test ${id}` }]
      : []),
  ];
  if (faults.length > 0) {
    const found = [`${where} answers`, ...faults.map((fault) => fault.found)].join('; ');
    return { what, level: 'look', found, advice: faults.map(({ advice }) => advice).join(' ') };
  }
  return {
    what,
    level: 'ok',
    found: `${where} ${answers}${formatProof(provedAgoMs?.get(id))}`,
    advice: null,
  };
}

const aloud = {
  found: 'its password may be sent without TLS',
  advice: 'Remove "tls: optional": an attacker on the network can prevent TLS and read the password.',
};
const unproved = 'no message and no test was ever sent through it';

/** A template that was taken out since fails no more. */
function templateFault({ id, ...channel }: ChannelConfig, health: ChannelHealth | undefined) {
  const isUsed = 'subject' in channel || 'text' in channel;
  if (!isUsed || health?.templateError === undefined) return [];
  const { atMs, reason } = health.templateError;
  const found = `its template failed at ${new Date(atMs).toISOString()}, so that message has the usual words: ${reason}`;
  return [{ found, advice: `Correct "subject" or "text", and look: channels preview ${id}` }];
}

/** A test that failed, if no message went out since. */
function testFault(health: ChannelHealth | undefined) {
  const failed = health?.testError ?? null;
  if (health === undefined || failed === null || failed.atMs < (health.lastSentAtMs ?? 0)) return [];
  const found = `its last test failed at ${new Date(failed.atMs).toISOString()}: ${failed.reason}`;
  return [{ found, advice: `Mend it, and test it again: channels test ${health.channelId}` }];
}

function formatProof(agoMs: number | undefined): string {
  return agoMs === undefined ? '' : `; the last message or test was sent ${formatDuration(agoMs)} ago`;
}

/** Where the messages of a channel go, and why they cannot; null: they can. */
async function tried(channel: ChannelConfig) {
  if (channel.type === 'command') {
    const { program } = channel;
    const failure = await access(program, constants.X_OK).then(
      () => null,
      () => 'it cannot be run',
    );
    return { place: program, answers: 'can be run', failure, check: 'Check that it is there and executable' };
  }
  const { hostname, port, protocol } = new URL(channel.url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || ports[protocol] || 443) };
  // The host may be shown; path and user of the address are secrets.
  const place = `${address.host}:${address.port}`;
  const failure = await failureOf(address);
  return { place, answers: 'answers', failure, check: 'Check that this machine can reach it' };
}

function saysPasswordAloud(channel: ChannelConfig): boolean {
  if (channel.type !== 'email') return false;
  const { username, protocol } = new URL(channel.url);
  const hasSecret = username !== '' || channel.oauth2 !== undefined;
  return channel.tls === 'optional' && protocol === 'smtp:' && hasSecret;
}

function failureOf(address: { host: string; port: number }): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const end = (failure: string | null) => {
      socket.destroy();
      resolve(failure);
    };
    socket.setTimeout(timeoutMs, () => end('does not answer'));
    socket.once('connect', () => end(null));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
