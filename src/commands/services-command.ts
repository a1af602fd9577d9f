import { Command } from 'commander';
import { findService } from './find-service.ts';
import { formatInstances } from './format-instances.ts';
import { listAll } from './list-all.ts';
import { listCommand } from './list-command.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { renderFacts } from './render-rows.ts';
import { columnsOf } from './terminal.ts';
import type { Instance, Service } from './wire.ts';

interface ListFlags extends MonitorFlags {
  environment?: string;
  name?: string;
  status?: string;
  label?: string[];
}

/** `services list|show|archive`. */
export function servicesCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;

  const list = listCommand<Service, ListFlags>(parts, {
    description: 'list the services by name',
    path: '/api/services',
    limit: 1_000,
    filters: ({ environment, name, status, label }) => ({
      ...{ environment, name, label },
      status: toStatus(status),
    }),
    columns: {
      ID: (one) => one.serviceId,
      SERVICE: (one) => one.serviceName,
      ENVIRONMENT: (one) => one.environment,
      STATUS: (one) => one.status,
      HEALTH: (one) => one.health,
      SINCE: (one) => one.since,
      'LAST HEARTBEAT': (one) => one.lastHeartbeatAt ?? 'never',
      INSTANCES: (one) => String(one.instances.total),
    },
  })
    .option('--environment <glob>', 'only these environments')
    .option('--name <glob>', 'only services with matching names')
    .option('--label <name:value>', 'only services with this label; its value may be a glob', toLabels)
    .option('--status <status>', 'only Healthy, Degraded, Down, Recovered, Pending or Stopped ones');

  const show = monitorCommand(
    parts,
    { name: 'show', description: 'show one service and its instances' },
    async (ask, { json }, [id = '']) => {
      const service = await findService(ask, id);
      const path = `/api/services/${service.serviceId}/instances`;
      const { items } = await listAll<Instance>(ask, path, {}, 1_000);
      if (json) return terminal.out(`${JSON.stringify({ ...service, instances: items })}\n`);
      terminal.out(formatService(service));
      if (items.length > 0) terminal.out(`\n${formatInstances(items, columnsOf(terminal))}`);
    },
  ).argument('<service>', 'its name if it is unique, its id, or the first characters of that');

  const archive = monitorCommand(
    parts,
    { name: 'archive', description: 'hide a service from the lists until it registers again' },
    async (ask, { json }, [id = '']) => {
      const { serviceId, serviceName } = await findService(ask, id);
      await ask('DELETE', `/api/services/${serviceId}`);
      if (json) terminal.out(`${JSON.stringify({ serviceId, archived: true })}\n`);
      else terminal.err(`${serviceName} is archived.\n`);
    },
  ).argument('<service>', 'its name if it is unique, its id, or the first characters of that');

  return new Command('services')
    .description('list, show and archive services')
    .addCommand(list)
    .addCommand(show)
    .addCommand(archive);
}

/** One flag for each label that is wanted. */
function toLabels(given: string, before: string[] = []): string[] {
  return [...before, given];
}

/** As statuses are written, also when a person does not. */
function toStatus(text: string | undefined): string | undefined {
  return text && text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function formatLabels(labels: Service['labels']): string | null {
  return (
    Object.entries(labels)
      .map(([name, value]) => `${name}:${value}`)
      .join(', ') || null
  );
}

function formatService(service: Service): string {
  const { instances } = service;
  const counts = Object.entries(instances)
    .filter(([name, count]) => name !== 'total' && count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return renderFacts([
    ['Service', service.serviceName],
    ['Environment', service.environment],
    ['Id', service.serviceId],
    ['Status', `${service.status} since ${service.since}`],
    ['Last heartbeat', service.lastHeartbeatAt ?? 'never'],
    ['Reported health', service.health ?? null],
    ['Instances', counts.length === 0 ? 'none' : counts.join(', ')],
    ['Labels', formatLabels(service.labels)],
    ['Open incident', service.openIncidentId],
  ]);
}
