import { formatDuration } from '../../domain/duration.ts';
import type { Mistake } from './finding.ts';

/** A mistake of the monitor in one sentence. */
export function describeMistake(mistake: Mistake): string {
  const name = mistake.serviceName;
  switch (mistake.kind) {
    case 'missed-down':
      return `missed Down: ${name} was silent for ${formatDuration(mistake.silentForMs)} and was not called Down`;
    case 'false-down':
      return mistake.sign === 'status'
        ? `false Down: ${name} was called Down while it was beating`
        : `false Down: an incident was opened for ${name} while it was beating`;
    case 'false-recovery':
      return `false recovery: ${name} was called ${mistake.status} while all of it was silent`;
    case 'missing-incident':
      return `missing incident: ${name} was Down and no incident was opened`;
    case 'missed-recovery':
      return `missed recovery: ${name} beats again, but is ${mistake.status}, incident ${mistake.incidentState ?? 'none'}`;
  }
}
