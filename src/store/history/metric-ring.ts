import {
  type InstanceMetrics,
  type MetricPoint,
  metricNames,
  mostPoints,
  pointEveryMs,
} from '../../domain/instance-metrics.ts';

/** The number of the minute, then a float for each metric. */
const slotBytes = 4 + 4 * metricNames.length;

/** The last hour of an instance in one string of 1,200 bytes: each minute has its place, and overwrites the one of an hour ago. */
export const metricRing = {
  offsetOf: (minute: number): number => (minute % mostPoints) * slotBytes,

  toSlot(minute: number, metrics: InstanceMetrics): Buffer {
    const slot = Buffer.alloc(slotBytes);
    slot.writeUInt32LE(minute);
    for (const [i, name] of metricNames.entries()) slot.writeFloatLE(metrics[name] ?? Number.NaN, 4 + 4 * i);
    return slot;
  },

  /** The points of the hour that ends now, oldest first. */
  pointsIn(ring: Buffer, nowMs: number): MetricPoint[] {
    const points: MetricPoint[] = [];
    const newest = Math.floor(nowMs / pointEveryMs);
    for (let minute = newest - mostPoints + 1; minute <= newest; minute++) {
      const offset = metricRing.offsetOf(minute);
      if (offset + slotBytes > ring.length || ring.readUInt32LE(offset) !== minute) continue;
      const entries = metricNames.map((name, i) => [name, toNumber(ring.readFloatLE(offset + 4 + 4 * i))]);
      points.push({ atMs: minute * pointEveryMs, metrics: Object.fromEntries(entries) as InstanceMetrics });
    }
    return points;
  },
} as const;

/** A float has seven digits; the others are not part of the figure. */
function toNumber(float: number): number | null {
  return Number.isNaN(float) ? null : Number(float.toPrecision(7));
}
