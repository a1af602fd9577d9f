import { renderRows } from './render-rows.ts';
import type { Instance } from './wire.ts';

/** In the order of the columns; the network is shown by `--json`. */
const places = ['host', 'node', 'zone', 'region', 'cluster', 'deployment'] as const;

/** Instances as rows; where they run only in the columns that one of them has anything in. */
export function formatInstances(instances: readonly Instance[], columns: number | null): string {
  const known = places.filter((name) => instances.some(({ location }) => location[name] !== null));
  // A host that is only known as the node is said once.
  const isNode = instances.every(({ location }) => location.host === location.node);
  const shown = known.filter((name) => name !== 'host' || !isNode);
  const head = ['INSTANCE', 'KEY', 'STATUS', 'HEALTH', 'SINCE', 'LAST HEARTBEAT', 'VERSION'];
  const rows = instances.map((one) => [
    ...[one.instanceId, one.instanceKey, one.status, one.health ?? '-', one.since],
    ...[one.lastHeartbeatAt ?? 'never', one.version ?? '-'],
    ...shown.map((name) => one.location[name] ?? '-'),
    one.healthReasons ?? '-',
  ]);
  return renderRows([...head, ...shown.map((name) => name.toUpperCase()), 'REASONS'], rows, columns);
}
