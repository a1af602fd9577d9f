import { formatDuration } from '../../domain/duration.ts';
import type { Mistake } from './finding.ts';

/** A mistake of the monitor in one sentence. */
export function describeMistake(mistake: Mistake): string {
  const name = mistake.serviceName;
  switch (mistake.kind) {
    case 'missed-down':
      return `missed Down: ${name} was silent for ${formatDuration(mistake.silentForMs)} and was not reported Down`;
    case 'false-down':
      return mistake.sign === 'status'
        ? `false Down: ${name} was reported Down while it sent heartbeats`
        : `false Down: an incident was opened for ${name} while it sent heartbeats`;
    case 'false-recovery':
      return `false recovery: ${name} was reported ${mistake.status} while all its instances were silent`;
    case 'missing-incident':
      return `missing incident: ${name} was Down and no incident was opened`;
    case 'missed-recovery':
      return `missed recovery: ${name} sends heartbeats again, but is ${mistake.status}, incident ${mistake.incidentState ?? 'none'}`;
  }
}
