import type { Command } from 'commander';
import { type AskMonitor, RefusedError } from './ask-monitor.ts';
import { listAll } from './list-all.ts';
import { type MonitorCommandParts, monitorCommand } from './monitor-command.ts';
import { renderRows } from './render-rows.ts';
import { columnsOf } from './terminal.ts';
import type { Incident, MonitorHealth, Service } from './wire.ts';

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
    const { version, services, unwell, incidents, reason, impairment } = found;
    terminal.out(`${url} runs ${version} and is ${reason === null ? 'ready' : `not ready: ${reason}`}.\n`);
    if (impairment !== null) terminal.out(`${formatImpairment(impairment)}\n`);
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
  const [ready, { version }, services, open, recovering, impairment] = await Promise.all([
    ask<{ status: string; reason?: string }>('GET', '/readyz'),
    ask<{ version: string }>('GET', '/version'),
    listAll<Service>(ask, '/api/services', {}, limit),
    listAll<Incident>(ask, '/api/incidents', { state: 'open' }, limit),
    listAll<Incident>(ask, '/api/incidents', { state: 'recovering' }, limit),
    readImpairment(ask),
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
    impairment,
  };
}

/** Null also for a key that is bound to services: it may not know. */
async function readImpairment(ask: AskMonitor): Promise<MonitorHealth['impairment']> {
  try {
    return (await ask<MonitorHealth>('GET', '/api/monitor')).impairment;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 403) return null;
    throw error;
  }
}

function formatImpairment({ since, reasons }: NonNullable<MonitorHealth['impairment']>): string {
  const active = reasons.filter((reason) => reason.active).map(({ cause, detail }) => `${cause}: ${detail}`);
  const what = active.length === 0 ? 'no cause is found any more' : active.join('; ');
  return `The monitor is impaired since ${since}: ${what}.`;
}

/** Services say it of themselves: it is no status, and no incident. */
function formatUnwell(unwell: Awaited<ReturnType<typeof look>>['unwell']): string {
  const named = unwell.slice(0, 5).map((one) => `${one.serviceName} (${one.environment}) ${one.health}`);
  const rest = unwell.length - named.length;
  return `Reported as not healthy: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
