import type { Service } from '../monitor/wire-types.ts';

/** How many instances are in which status: a bar to glance at, and the same in words. */
export function InstancesBar({ instances }: { instances: Service['instances'] }) {
  const parts = [
    { status: 'Down', count: instances.down },
    { status: 'Degraded', count: instances.degraded },
    { status: 'Recovered', count: instances.recovered },
    { status: 'Pending', count: instances.pending },
    { status: 'Healthy', count: instances.healthy },
  ].filter(({ count }) => count > 0);
  const words = parts.map(({ status, count }) => `${count} ${status}`).join(', ') || 'none';
  return (
    <span class="instances" title={words}>
      <span class="bar" aria-hidden="true">
        {parts.map(({ status, count }) => (
          <span key={status} class={`tone-${status.toLowerCase()}`} style={{ flexGrow: String(count) }} />
        ))}
      </span>
      {words}
    </span>
  );
}
