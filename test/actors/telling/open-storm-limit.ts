import { oneAfterAnother } from '../../../src/actors/concurrency/one-after-another.ts';
import type { Channel } from '../../../src/actors/ports/notifications.ts';
import type { Storms } from '../../../src/actors/ports/storms.ts';
import type { Delivery, WakeUps } from '../../../src/actors/ports/wake-ups.ts';
import { createEndDigest } from '../../../src/actors/telling/end-digest.ts';
import { createPassStormLimit } from '../../../src/actors/telling/pass-storm-limit.ts';
import { createStorms } from '../../../src/store/telling/storms.ts';
import type { TestStore } from '../../store/open-store.ts';

/** The storm limit of one worker on the real store, of which `change` may make something fail. */
export function openStormLimit(
  { client, partitions, ids }: Pick<TestStore, 'client' | 'partitions' | 'ids'>,
  parts: { channels: ReadonlyMap<string, Channel>; deliveryQueue: WakeUps<Delivery> },
  change: (storms: Storms) => Partial<Storms> = () => ({}),
) {
  const real = createStorms(client, partitions, ids);
  const storms = { storms: { ...real, ...change(real) }, inTurn: oneAfterAnother() };
  return {
    passStormLimit: createPassStormLimit({ ...storms, ...parts, ids, publicUrl: 'http://monitor' }),
    endDigest: createEndDigest(storms),
  };
}
