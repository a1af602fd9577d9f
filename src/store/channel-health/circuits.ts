import type { Circuits, CircuitView, ConfiguredChannel } from '../../actors/ports/circuits.ts';
import { type Circuit, circuit } from '../../domain/telling/circuit.ts';
import { type Command, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readHash } from '../client/read-hash.ts';
import type { Partitions } from '../partition.ts';
import { circuitField } from './circuit-field.ts';

/** In the first partition: a field for each channel, as it is configured, whose circuit is open or counts failures. */
export function createCircuits(client: RedisClient, partitions: Partitions): Circuits {
  const keys = partitions.at(0);
  const toView = (channel: ConfiguredChannel, text: string, nowMs: number): CircuitView => ({
    ...channel,
    ...{ nowMs, text, circuit: text === '' ? circuit.works : (JSON.parse(text) as Circuit) },
  });

  return {
    async read(channel) {
      const { nowMs, fields } = await readHash(client, keys.circuits, keys.clock);
      return toView(channel, fields[circuitField(channel)] ?? '', nowMs);
    },

    async all() {
      const { nowMs, fields } = await readHash(client, keys.circuits, keys.clock);
      return Object.entries(fields).map(([field, text]) => toView(toChannel(field), text, nowMs));
    },

    commit(view, after) {
      const { circuits } = keys;
      const field = circuitField(view);
      const write: Command =
        after === null ? ['HDEL', circuits, field] : ['HSET', circuits, field, JSON.stringify(after)];
      return commit(client, [{ command: ['HGET', circuits, field], expected: view.text }], [write]);
    },
  };
}

function toChannel(field: string): ConfiguredChannel {
  const [channelId = '', configuration = ''] = field.split('/');
  return { channelId, configuration };
}
