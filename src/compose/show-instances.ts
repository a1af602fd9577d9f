import { oneAfterAnother } from '../actors/concurrency/one-after-another.ts';
import type { InstanceWalk } from '../actors/ports/reading.ts';
import type { ServiceName } from '../domain/policy.ts';
import { synthetic } from '../domain/synthetic-outage.ts';
import type { ShowInstances } from '../http/ports.ts';
import { InstanceGauges } from '../telemetry/instance-gauges.ts';

/**
 * What `/metrics/instances` answers: one pass over at most `limit` instances; the rest is only counted. A pass is long:
 * a node makes one at a time, and none for a caller who has gone.
 */
export function createShowInstances(walk: InstanceWalk, limit: number): ShowInstances {
  const inTurn = oneAfterAnother();

  async function show(mayShow: (name: ServiceName) => boolean, isWaitedFor: () => boolean): Promise<string> {
    const gauges = new InstanceGauges();
    if (!isWaitedFor()) return '';
    const count = await walk.count();
    let lookedAt = 0;
    for await (const page of walk.pages()) {
      const instances = page.slice(0, limit - lookedAt);
      lookedAt += instances.length;
      for (const instance of instances) {
        const { description } = instance;
        if (!synthetic.isIn(description) && mayShow(description)) gauges.add(instance);
      }
      if (lookedAt >= limit || !isWaitedFor()) break;
    }
    return gauges.text(Math.max(0, count - lookedAt));
  }

  return (mayShow, isWaitedFor) => inTurn('pass', () => show(mayShow, isWaitedFor));
}
