import { connect } from 'node:net';
import type { ChannelConfig } from '../../channels/registry.ts';
import { formatDuration } from '../../domain/duration.ts';
import type { Finding } from './finding.ts';

const timeoutMs = 3_000;
const ports: Record<string, number> = { 'http:': 80, 'https:': 443, 'smtp:': 25, 'smtps:': 465 };

/**
 * Whether the servers behind the channels can be reached from here, and whether anything ever went out through them;
 * nothing is sent. `provedAgoMs`: how long ago that was, by channel; null: no monitor has run here yet.
 */
export async function judgeChannels(
  channels: readonly ChannelConfig[],
  provedAgoMs: ReadonlyMap<string, number> | null,
): Promise<Finding[]> {
  if (channels.length === 0) {
    const advice = 'Add some to monitor.yaml; see monitor.example.yaml.';
    return [{ what: 'Channels', level: 'look', found: 'none: nobody is notified', advice }];
  }
  return Promise.all(channels.map((channel) => judge(channel, provedAgoMs)));
}

async function judge(
  channel: ChannelConfig,
  provedAgoMs: ReadonlyMap<string, number> | null,
): Promise<Finding> {
  const { id, type, url } = channel;
  const what = `Channel ${id}`;
  const { hostname, port, protocol } = new URL(url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || ports[protocol] || 443) };
  const failure = await failureOf(address);
  // The host may be shown; path and user of the address are secrets.
  const where = `${type} at ${address.host}:${address.port}`;
  if (failure !== null) {
    const advice = `Check that this machine can reach it; then run: channels test ${id}`;
    return { what, level: 'act', found: `${where}: ${failure}`, advice };
  }
  const isUnproved = provedAgoMs !== null && !provedAgoMs.has(id);
  const faults = [
    ...(saysPasswordAloud(channel) ? [aloud] : []),
    ...(isUnproved ? [{ found: unproved, advice: `Check that messages arrive: channels test ${id}` }] : []),
  ];
  if (faults.length > 0) {
    const found = [`${where} answers`, ...faults.map((fault) => fault.found)].join('; ');
    return { what, level: 'look', found, advice: faults.map(({ advice }) => advice).join(' ') };
  }
  return { what, level: 'ok', found: `${where} answers${formatProof(provedAgoMs?.get(id))}`, advice: null };
}

const aloud = {
  found: 'its password may be sent without TLS',
  advice: 'Remove "tls: optional": an attacker on the network can prevent TLS and read the password.',
};
const unproved = 'no message and no test was ever sent through it';

function formatProof(agoMs: number | undefined): string {
  return agoMs === undefined ? '' : `; the last message or test was sent ${formatDuration(agoMs)} ago`;
}

function saysPasswordAloud(channel: ChannelConfig): boolean {
  const { username, protocol } = new URL(channel.url);
  return channel.type === 'email' && channel.tls === 'optional' && protocol === 'smtp:' && username !== '';
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
