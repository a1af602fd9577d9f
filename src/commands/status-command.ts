import type { Command } from 'commander';
import type { AskMonitor } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import { type MonitorCommandParts, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import { columnsOf } from './terminal.ts';
import type { Incident, Service } from './wire.ts';

const limit = 100_000;
const order = ['Down', 'Degraded', 'Recovered', 'Healthy', 'Pending', 'Stopped'];

/** `status`: whether all is well, in one look and in one exit code. */
export function statusCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;
  const about = {
    name: 'status',
    description: 'print the status of the monitor and open incidents; exit code 3 if an incident is open',
  };
  return monitorCommand(parts, about, async (ask, { url, json }) => {
    const found = await look(ask);
    if (found.incidents.length > 0) terminal.exit(3);
    if (!found.ready) terminal.exit(1);
    if (json) return terminal.out(`${JSON.stringify({ url, ...found })}\n`);
    const { version, services, unwell, incidents, reason } = found;
    terminal.out(`${url} runs ${version} and is ${reason === null ? 'ready' : `not ready: ${reason}`}.\n`);
    const counts = order.filter((status) => services[status] !== undefined);
    terminal.out(
      counts.length === 0
        ? 'No services yet.\n'
        : `Services: ${counts.map((status) => `${services[status]} ${status}`).join(', ')}.\n`,
    );
    if (unwell.length > 0) terminal.out(`${formatUnwell(unwell)}\n`);
    if (incidents.length === 0) return terminal.out('No incident is open.\n');
    const rows = incidents.map((one) => [
      one.incidentId,
      `${one.serviceName} (${one.environment})`,
      one.state,
      one.startedAt,
      one.acknowledged?.by ?? '-',
    ]);
    terminal.out(
      `\n${renderRows(['INCIDENT', 'SERVICE', 'STATE', 'SINCE', 'ACKNOWLEDGED BY'], rows, columnsOf(terminal))}`,
    );
  });
}

async function look(ask: AskMonitor) {
  const [ready, { version }, services, open, recovering] = await Promise.all([
    ask<{ status: string; reason?: string }>('GET', '/readyz'),
    ask<{ version: string }>('GET', '/version'),
    listAll<Service>(ask, '/api/services', {}, limit),
    listAll<Incident>(ask, '/api/incidents', { state: 'open' }, limit),
    listAll<Incident>(ask, '/api/incidents', { state: 'recovering' }, limit),
  ]);
  const counts: Record<string, number> = {};
  for (const { status } of services.items) counts[status] = (counts[status] ?? 0) + 1;
  return {
    ready: ready.status === 'ready',
    reason: ready.reason ?? null,
    version,
    services: counts,
    unwell: services.items
      .filter(({ health }) => health === 'unhealthy' || health === 'degraded')
      .map(({ serviceId, serviceName, environment, health }) => ({
        serviceId,
        serviceName,
        environment,
        health,
      })),
    incidents: [...open.items, ...recovering.items],
  };
}

/** Services say it of themselves: it is no status, and no incident. */
function formatUnwell(unwell: Awaited<ReturnType<typeof look>>['unwell']): string {
  const named = unwell.slice(0, 5).map((one) => `${one.serviceName} (${one.environment}) ${one.health}`);
  const rest = unwell.length - named.length;
  return `Reported as not healthy: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
