import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Argument, Command } from 'commander';
import { createProgram } from '../../src/commands/create-program.ts';

/** Writes the part of docs/cli.md that is made from the commands themselves: `npx node test/commands/cli-page.ts`. */
export const cliPage = fileURLToPath(new URL('../../docs/cli.md', import.meta.url));

const nothing = () => undefined;

/** The whole command line, as the program builds it. */
export function programForDocs(): Promise<Command> {
  return createProgram({
    terminal: {
      out: nothing,
      err: nothing,
      exit: nothing,
      exitNow: nothing,
      isSeen: false,
      isInteractive: false,
      columns: null,
      colour: false,
    },
    version: '0.0.0',
    access: { url: 'http://127.0.0.1:8080', apiKey: undefined, keyFault: null },
    userName: 'the user who runs it',
    first: '--help',
  });
}

/** Every command that does something, with its path. */
export function commandsOf(program: Command, path: string[] = []): { path: string; command: Command }[] {
  return program.commands.flatMap((command) => {
    const own = [...path, command.name()];
    return command.commands.length > 0 ? commandsOf(command, own) : [{ path: own.join(' '), command }];
  });
}

/** One section for each command, from its own help. */
export function sections(program: Command): string {
  return commandsOf(program)
    .map(({ path, command }) => {
      const given = command.registeredArguments.map(
        (one) => ` ${one.required ? `<${nameOf(one)}>` : `[${nameOf(one)}]`}`,
      );
      const facts = [
        ...command.registeredArguments.map((one): [string, string] => [`<${nameOf(one)}>`, one.description]),
        ...command.options.map((one): [string, string] => [one.flags, describe(one)]),
      ];
      const rows = facts.map(([name, meaning]) => `| \`${name}\` | ${meaning.replaceAll('|', '\\|')} |\n`);
      const table = rows.length === 0 ? '' : `\n| | |\n|---|---|\n${rows.join('')}`;
      return `### ${path}${given.join('')}\n\n${capital(command.description())}.\n${table}`;
    })
    .join('\n');
}

/** With dots if several may be given. */
function nameOf(argument: Argument): string {
  return `${argument.name()}${argument.variadic ? '...' : ''}`;
}

function describe({
  description,
  defaultValue,
  defaultValueDescription,
}: Command['options'][number]): string {
  const isSaid = defaultValue !== undefined && defaultValue !== false && defaultValue !== true;
  const value =
    defaultValueDescription ?? (Array.isArray(defaultValue) ? defaultValue.join(',') : defaultValue);
  return `${description}${isSaid && value !== '' ? ` (default: ${value})` : ''}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const marker = '<!-- commands -->';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { readFileSync } = await import('node:fs');
  const [before = '', , after = ''] = readFileSync(cliPage, 'utf8').split(marker);
  writeFileSync(cliPage, `${before}${marker}\n\n${sections(await programForDocs())}\n${marker}${after}`);
}
