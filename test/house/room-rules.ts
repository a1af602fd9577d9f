import { type Room, rooms } from './rooms.ts';
import { readHouseFile, sourceFiles } from './source-files.ts';

/** One override of the linter's configuration. */
export interface LinterRule {
  files: string[];
  rules: { 'no-restricted-imports': unknown };
}

/** What the linter forbids each room, made from the table. */
export function linterRules(): LinterRule[] {
  return rooms.map((room) => ({
    files: [`src/${room.name}/**`, `src/${room.name}.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: forbidden(room), message: `src/${room.name} may import ${mayImport(room)}.` }],
        },
      ],
    },
  }));
}

/** The table of CONTRIBUTING. */
export function roomsTable(): string {
  const rows = rooms.map((room) => `| \`src/${room.name}\` | ${room.what} | ${mayImport(room)} |`);
  return ['| room | what lives there | may import |', '|---|---|---|', ...rows].join('\n');
}

function mayImport({ rooms: others, packages }: Room): string {
  const names = [...others, ...packages];
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/** The linter knows no look-ahead: what is not allowed is listed. */
function forbidden(room: Room): string {
  const isOpen = (name: string) => name === room.name || room.rooms.includes(name);
  const whole = rooms.map(({ name }) => name).filter((name) => !isOpen(name));
  const closed = whole.filter((name) => !room.rooms.some((open) => open.startsWith(`${name}/`)));
  const { dependencies } = JSON.parse(readHouseFile('package.json')) as { dependencies: object };
  const packages = Object.keys(dependencies).filter((name) => !isOf(room, name));
  return [
    `^(\\.\\./)+(${closed.join('|')})[/.]`,
    `^(${packages.join('|')})(/|$)`,
    ...(room.node ? [] : ['^node:']),
    // Of a room with an open folder the files beside it stay closed.
    ...(room.rooms.includes('actors/ports')
      ? [`^(\\.\\./)+actors/([^/]+$|(${actorFolders().join('|')})/)`]
      : []),
  ].join('|');
}

function actorFolders(): string[] {
  const paths = sourceFiles('src/actors', ['.ts']).map(({ path }) => path.split('/'));
  const folders = paths.filter(({ length }) => length > 3).map((parts) => parts[2] ?? '');
  return [...new Set(folders)].filter((name) => name !== 'ports').sort();
}

/** Whether a room may import this package, or a part of it. */
export function isOf({ packages }: Room, name: string): boolean {
  return packages.some((one) => name === one || name.startsWith(`${one}/`));
}
