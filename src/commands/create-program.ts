import { Command } from 'commander';
import type { Access } from './ask-monitor.ts';
import { auditCommand } from './audit-command.ts';
import { backupCommand } from './backup-command.ts';
import { channelsCommand } from './channels-command.ts';
import { configCommand } from './config-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { incidentsCommand } from './incidents-command.ts';
import { keysCommand } from './keys-command.ts';
import { notificationsCommand } from './notifications-command.ts';
import { restoreCommand } from './restore-command.ts';
import { servicesCommand } from './services-command.ts';
import { simulationCommand } from './simulation-command.ts';
import { startCommand } from './start-command.ts';
import { statusCommand } from './status-command.ts';
import type { Terminal } from './terminal.ts';

/** The whole command line. Nothing in it asks a question: what is missing is an error. */
export function createProgram(parts: {
  terminal: Terminal;
  version: string;
  access: Access;
  /** Signs what a person does, unless a flag says who. */
  userName: string;
  /** Whether nothing on the command line names a command. */
  isPlain: boolean;
}): Command {
  const { terminal, version, access, userName, isPlain } = parts;
  const program = new Command('service-monitor')
    .description('Tells people within seconds when a running service falls silent.')
    .version(version)
    .addCommand(startCommand(terminal, version), { isDefault: isPlain })
    .addCommand(statusCommand({ terminal, access }))
    .addCommand(servicesCommand({ terminal, access }))
    .addCommand(incidentsCommand({ terminal, access }, userName))
    .addCommand(notificationsCommand({ terminal, access }))
    .addCommand(channelsCommand({ terminal, access }))
    .addCommand(keysCommand(terminal, userName))
    .addCommand(auditCommand({ terminal, access }))
    .addCommand(configCommand(terminal))
    .addCommand(doctorCommand(terminal))
    .addCommand(backupCommand(terminal, userName))
    .addCommand(restoreCommand(terminal, userName));

  program.addCommand(simulationCommand(terminal, access));
  const names = program.commands.map((command) => command.name());
  return program.showHelpAfterError(`The commands are ${names.join(', ')}; each has --help.`);
}
