import type { Channel } from '../actors/ports/notifications.ts';
import { createPassCircuit, type PassCircuit } from '../actors/telling/pass-circuit.ts';
import { createTendCircuits, type TendCircuits } from '../actors/telling/tend-circuits.ts';
import { createCircuits } from '../store/channel-health/circuits.ts';
import { createWaitingMessages } from '../store/channel-health/waiting-messages.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const tendEveryMs = 1_000;
const sweepEveryMs = 60_000;

/**
 * Keeps the circuits of the channels: the result holds messages back, and what is started here sends the probes and what
 * waited. A changed configuration is looked at once, since it may have closed a circuit.
 */
export function keepCircuits(
  { current, redis, partitions, deliveryQueue, log, closers }: Foundation,
  channels: ReadonlyMap<string, Channel>,
): { passCircuit: PassCircuit; releaseWaiting: TendCircuits['releaseAll'] } {
  const circuits = createCircuits(redis, partitions);
  const waiting = createWaitingMessages(redis, partitions);
  const tendCircuits = createTendCircuits({
    ...{ circuits, waiting, deliveryQueue, log },
    channels: () =>
      [...channels.values()].flatMap(({ channelId, configuration }) =>
        configuration === undefined ? [] : [{ channelId, configuration }],
      ),
  });
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  current.onReload(() => (sweptAtMs = Number.NEGATIVE_INFINITY));
  const tending = every(
    tendEveryMs,
    async () => {
      if (performance.now() - sweptAtMs >= sweepEveryMs) {
        sweptAtMs = performance.now();
        return tendCircuits.sweep();
      }
      // Of channels that are gone only the sweep finds anything.
      if (channels.size > 0) await tendCircuits.tend();
    },
    (error) => log.warn({ error }, 'could not look after the circuits of the channels; retrying'),
  );
  closers.add('circuits of the channels', () => tending.stop());
  return {
    passCircuit: createPassCircuit({ circuits, waiting, channels, log }),
    releaseWaiting: tendCircuits.releaseAll,
  };
}
