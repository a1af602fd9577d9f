import { Command } from 'commander';
import { findIncident } from './find-incident.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import type { Incident } from './wire.ts';

interface Flags extends MonitorFlags {
  at?: string;
  by: string;
}

/** `incidents retract`: takes a public note off the status pages. */
export function retractCommand(parts: MonitorCommandParts, userName: string): Command {
  return monitorCommand<Flags>(
    parts,
    { name: 'retract', description: 'take a public note off the status pages; it stays in the timeline' },
    async (ask, { at, by, json }, [id = '']) => {
      const { incidentId, timeline } = await findIncident(ask, id);
      const body = { by, at: at ?? onlyNoteOf(timeline) };
      const incident = await ask<Incident>('POST', `/api/incidents/${incidentId}/notes/retract`, body);
      if (json) return parts.terminal.out(`${JSON.stringify(incident)}\n`);
      parts.terminal.err(
        `The note of ${incident.serviceName} is taken back: it leaves the status pages within five seconds, exported ones with their next export.\n`,
      );
    },
  )
    .argument('<incident>', 'its id, or the first characters of it')
    .option('--at <time>', 'the time of the note, if there are several; incidents show has it')
    .option('--by <name>', 'your name, for the timeline', userName);
}

/** Which of several is meant is not guessed: what was wrong would stay. */
function onlyNoteOf(timeline: Incident['timeline']): string {
  const notes = timeline.filter((entry) => 'action' in entry && entry.public === true);
  const [note] = notes;
  if (note === undefined) throw new Error('The incident has no public note.');
  if (notes.length === 1) return note.at;
  const lines = notes.map(
    (each) => `  --at ${each.at}  ${'note' in each ? each.note?.split('\n')[0] : ''}\n`,
  );
  throw new Error(
    `The incident has ${notes.length} public notes; say which one:\n${lines.join('').trimEnd()}`,
  );
}
