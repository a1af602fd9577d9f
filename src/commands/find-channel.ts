import type { ChannelConfig } from '../channels/registry.ts';
import type { Config } from '../config/configuration.ts';
import { readUsedChannels } from './read-used-channels.ts';
import { NothingStartedError, withRedis } from './with-redis.ts';

type FoundChannel = { kind: 'found'; channel: ChannelConfig } | { kind: 'none'; because: string };

/** A channel of monitor.yaml, without Redis; or one that was made over the API. */
export async function findChannel(id: string, config: Config): Promise<FoundChannel> {
  const ofFile = config.channels.find((one) => one.id === id);
  if (ofFile !== undefined) return { kind: 'found', channel: ofFile };
  const has = (ids: readonly string[]) => (ids.length === 0 ? '' : `; it has ${ids.join(', ')}`);
  const inFile = `monitor.yaml has no channel "${id}"${has(config.channels.map((one) => one.id))}`;
  try {
    const used = await withRedis(config, (client) => readUsedChannels(client, config));
    const found = used.find((one) => one.id === id);
    if (found?.opened.kind === 'usable') return { kind: 'found', channel: found.opened.config };
    if (found !== undefined) return { kind: 'none', because: `${id}: ${found.opened.because}.` };
    const ids = used.filter(({ origin }) => origin === 'api').map((one) => one.id);
    const overApi =
      ids.length === 0 ? 'none was made over the API' : `over the API were made ${ids.join(', ')}`;
    return { kind: 'none', because: `${inFile}; ${overApi}.` };
  } catch (error) {
    if (error instanceof NothingStartedError) return { kind: 'none', because: `${inFile}.` };
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'none', because: `${inFile}. Channels of the API cannot be read: ${why}.` };
  }
}
