import { globOf } from '../../domain/glob.ts';
import type { Service } from '../monitor/wire-types.ts';
import type { Act, Said } from './act.ts';

type Named = Pick<Service, 'serviceName' | 'environment'>;

/** Messages of one service are held back for an hour; its status and its incident go on. */
export function holdForAnHour(service: Named): Act {
  return {
    label: 'Silence for 1 hour',
    isSigned: true,
    wanted: (said) => declare(service, { ...said, length: '1h' }),
    tell: () => 'Its messages are held back for an hour.',
  };
}

export function declareMaintenance(service: Named): Act {
  return {
    label: 'Maintenance',
    submit: 'Begin maintenance',
    question: 'Its messages are held back until the maintenance ends; its status is shown as ever.',
    isSigned: true,
    hasLength: true,
    note: 'optional',
    wanted: (said) => declare(service, said),
    tell: () => 'The maintenance has begun.',
  };
}

export function endMaintenance({ windowId }: { windowId: string }): Act {
  return {
    label: 'End the maintenance',
    question: 'End it now, for all services that it covers? Those that are Down then are told within 30 s.',
    wanted: () => ({ method: 'DELETE', path: `/api/maintenance/${encodeURIComponent(windowId)}` }),
    tell: () => 'The maintenance is over.',
  };
}

function declare({ serviceName, environment }: Named, { by, note, length, requestId: id }: Said) {
  const match = { service: globOf(serviceName), environment: globOf(environment) };
  const body = { match, for: length, by, note: note?.replaceAll(/\s+/g, ' '), id };
  return { method: 'POST' as const, path: '/api/maintenance', body };
}
