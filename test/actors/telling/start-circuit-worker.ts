import {
  createDeliverNotification,
  type DeliverNotification,
} from '../../../src/actors/deliver-notification.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import { createPassCircuit } from '../../../src/actors/telling/pass-circuit.ts';
import { createTendCircuits, type TendCircuits } from '../../../src/actors/telling/tend-circuits.ts';
import { createCircuits } from '../../../src/store/channel-health/circuits.ts';
import { createWaitingMessages } from '../../../src/store/channel-health/waiting-messages.ts';
import type { TestActors } from '../open-actors.ts';

export interface CircuitWorker extends TendCircuits {
  deliver: DeliverNotification;
}

/** A worker that has the channel `hook` in this configuration, on the real store. */
export function startCircuitWorker(
  actors: TestActors,
  { name, configuration, send }: { name: string; configuration: string; send: Channel['send'] },
): CircuitWorker {
  const channel: Channel = {
    ...{ channelId: 'hook', type: 'webhook', followsUp: true, configuration, send },
    close: async () => undefined,
  };
  const channels = new Map([['hook', channel]]);
  const { client, partitions, log, deliveryQueue } = actors;
  const circuits = createCircuits(client, partitions);
  const waiting = createWaitingMessages(client, partitions);
  let token = 0;
  return {
    ...createTendCircuits({
      ...{ circuits, waiting, deliveryQueue, log },
      channels: () => [{ channelId: 'hook', configuration }],
    }),
    deliver: createDeliverNotification({
      ...{ ...actors, channels, newToken: () => `${name} ${++token}`, random: () => 0.5 },
      passCircuit: createPassCircuit({ circuits, waiting, channels, log }),
    }),
  };
}
