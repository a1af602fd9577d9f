import { Command } from 'commander';
import type { Access } from './ask-monitor.ts';
import type { Terminal } from './terminal.ts';

interface Parts {
  terminal: Terminal;
  version: string;
  access: Access;
  /** Signs what a person does, unless a flag says who. */
  userName: string;
  /** The first word of the command line; undefined: there is none. */
  first: string | undefined;
}

type Load = (parts: Parts) => Promise<Command>;

/** Each command loads what it works with: all of them together take longer to load than most take to run. */
const commands: Record<string, Load> = {
  start: async ({ terminal, version }) =>
    (await import('./start-command.ts')).startCommand(terminal, version),
  demo: async ({ terminal }) => (await import('./demo-command.ts')).demoCommand(terminal),
  inbox: async ({ terminal }) => (await import('./inbox-command.ts')).inboxCommand(terminal),
  status: async ({ terminal, access }) =>
    (await import('./status-command.ts')).statusCommand({ terminal, access }),
  'status-page': async ({ terminal, access }) =>
    (await import('./status-page-command.ts')).statusPageCommand(terminal, access.url),
  services: async ({ terminal, access }) =>
    (await import('./services-command.ts')).servicesCommand({ terminal, access }),
  incidents: async ({ terminal, access, userName }) =>
    (await import('./incidents-command.ts')).incidentsCommand({ terminal, access }, userName),
  uptime: async ({ terminal, access }) =>
    (await import('./uptime-command.ts')).uptimeCommand({ terminal, access }),
  groups: async ({ terminal, access }) =>
    (await import('./groups-command.ts')).groupsCommand({ terminal, access }),
  why: async ({ terminal, access }) => (await import('./why-command.ts')).whyCommand({ terminal, access }),
  notifications: async ({ terminal, access }) =>
    (await import('./notifications-command.ts')).notificationsCommand({ terminal, access }),
  maintenance: async ({ terminal, access, userName }) =>
    (await import('./maintenance-command.ts')).maintenanceCommand({ terminal, access }, userName),
  channels: async ({ terminal, access }) =>
    (await import('./channels-command.ts')).channelsCommand({ terminal, access }),
  routes: async ({ terminal }) => (await import('./routes-command.ts')).routesCommand(terminal, Date.now()),
  keys: async ({ terminal, userName }) => (await import('./keys-command.ts')).keysCommand(terminal, userName),
  audit: async ({ terminal, access }) =>
    (await import('./audit-command.ts')).auditCommand({ terminal, access }),
  config: async ({ terminal, access }) =>
    (await import('./config-command.ts')).configCommand({ terminal, access }),
  doctor: async ({ terminal }) => (await import('./doctor-command.ts')).doctorCommand(terminal),
  backup: async ({ terminal, userName }) =>
    (await import('./backup-command.ts')).backupCommand(terminal, userName),
  restore: async ({ terminal, userName }) =>
    (await import('./restore-command.ts')).restoreCommand(terminal, userName),
  simulate: async ({ terminal, access }) =>
    (await import('./simulation-command.ts')).simulationCommand(terminal, access),
};

/**
 * The command line: with the one command that is named, with all of them where none is. Nothing in it asks a question:
 * what is missing is an error.
 */
export async function createProgram(parts: Parts): Promise<Command> {
  const { first, version } = parts;
  const program = new Command('service-monitor')
    .description('Tells people within seconds when a running service falls silent.')
    .version(version);
  const names = Object.keys(commands);
  const isDefault = /^(-|$)/.test(first ?? '');
  for (const name of namesToLoad(first, names)) {
    const command = await commands[name]?.(parts);
    if (command !== undefined) program.addCommand(command, { isDefault: isDefault && name === 'start' });
  }
  return program.showHelpAfterError(`Commands: ${names.join(', ')}. Each has --help.`);
}

function namesToLoad(first: string | undefined, names: readonly string[]): readonly string[] {
  if (first === undefined) return ['start'];
  if (names.includes(first)) return [first];
  return /^(-V|--version)$/.test(first) ? [] : names;
}
