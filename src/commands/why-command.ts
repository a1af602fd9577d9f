import type { Command } from 'commander';
import { findIncident, findLatestIncident } from './find-incident.ts';
import { findStandIns } from './find-stand-ins.ts';
import { listAll } from './list-all.ts';
import { type MonitorCommandParts, type MonitorFlags, monitorCommand } from './monitor-command.ts';
import { tellStory } from './tell-story.ts';
import type { Notification } from './wire.ts';

interface Flags extends MonitorFlags {
  service?: string;
  environment?: string;
}

/** `why`: the story of an incident: who was told what, when, by which route, and why others were not. */
export function whyCommand(parts: MonitorCommandParts): Command {
  const { terminal } = parts;
  const about = {
    name: 'why',
    description: 'tell the story of an incident: who was told, and why others were not',
  };
  return monitorCommand<Flags>(parts, about, async (ask, { service, environment, json }, [id]) => {
    if ((id === undefined) === (service === undefined))
      throw new Error('Give the id of an incident, or --service with a name; see: why --help');
    const incident =
      service === undefined
        ? await findIncident(ask, id ?? '')
        : await findLatestIncident(ask, { service, environment });
    const filters = { incidentId: incident.incidentId };
    const { items } = await listAll<Notification>(ask, '/api/notifications', filters, 1_000);
    const story = tellStory(incident, items, await findStandIns(ask, items));
    const { incidentId, serviceName, state } = incident;
    if (json)
      return terminal.out(
        `${JSON.stringify({ incidentId, serviceName, environment: incident.environment, state, story })}\n`,
      );
    terminal.out(`${serviceName} (${incident.environment}), incident ${incidentId}, ${state}\n\n`);
    for (const { at, text } of story) terminal.out(`${at}  ${onOneLine(text)}\n`);
  })
    .argument('[incident]', 'its id, or the first characters of it')
    .option('--service <name>', 'the latest incident of this service')
    .option('--environment <name>', 'with --service: only in this environment');
}

/** A line break in a note would begin a line that nobody wrote. */
function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
