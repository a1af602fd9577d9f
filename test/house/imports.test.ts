import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOf, linterRules, roomsTable } from './room-rules.ts';
import { type Room, rooms } from './rooms.ts';
import { readHouseFile, type SourceFile, sourceFiles } from './source-files.ts';

const files = sourceFiles('src', ['.ts', '.tsx', '.js']);
const roomOf = (path: string) => /^src\/([a-z-]+)[/.]/.exec(path)?.[1] ?? '';

const pattern =
  /^(?:import (?:[\w*{},\s$]*? from )?|export (?:type )?(?:\*|\{[^}]*\}) from )['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;

/** Everything that a file imports: paths of the house, or names of packages. */
function importsOf({ path, text }: SourceFile): string[] {
  const names = [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
  return names.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name));
}

function isAllowed(target: string, room: Room): boolean {
  if (target.startsWith('src/'))
    return [room.name, ...room.rooms].some((name) => new RegExp(`^src/${name}[/.]`).test(target));
  return target.startsWith('node:') ? room.node : isOf(room, target);
}

describe('the import rules', () => {
  test('the walk finds what is imported', () => {
    const [file] = files.filter((each) => each.path === 'src/store/instances/checks.ts');
    expect(file && importsOf(file)).toContain('src/actors/ports/instances.ts');
    expect(files.flatMap(importsOf).length).toBeGreaterThan(300);
  });

  test.each(rooms)('$name imports nothing but what it may', (room) => {
    const inRoom = files.filter((file) => new RegExp(`^src/${room.name}[/.]`).test(file.path));
    expect(inRoom.length).toBeGreaterThan(0);
    const wrong = inRoom.flatMap((file) =>
      importsOf(file)
        .filter((target) => !isAllowed(target, room))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('no room needs itself by way of others', () => {
    const below = (name: string): string[] => rooms.find((room) => room.name === name)?.rooms ?? [];
    const top = (name: string) => name.split('/')[0] ?? name;
    const reached = (name: string, seen: Set<string>): Set<string> => {
      for (const next of below(name).map(top)) if (!seen.has(next)) reached(next, seen.add(next));
      return seen;
    };
    expect(rooms.map(({ name }) => name).filter((name) => reached(name, new Set()).has(name))).toEqual([]);
  });

  test('every room has its rules', () => {
    const without = files
      .map(({ path }) => roomOf(path))
      .filter((name) => !rooms.some((r) => r.name === name));
    expect([...new Set(without)].sort()).toEqual([]);
  });

  test('the linter and CONTRIBUTING say the same; npx node test/house/write-rooms.ts makes them', () => {
    const { overrides } = JSON.parse(readHouseFile('.oxlintrc.json')) as { overrides: { rules: object }[] };
    expect(overrides.filter(({ rules }) => 'no-restricted-imports' in rules)).toEqual(linterRules());
    expect(readHouseFile('CONTRIBUTING.md')).toContain(`\n${roomsTable()}\n`);
  });

  test('what only channels need is loaded with a channel', () => {
    const heavy = /^import (?!type)[^;]* from '(?:nodemailer|yaml|[./\w-]*\/undici-client\.ts)'/m;
    expect(files.filter(({ text }) => heavy.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('OpenTelemetry has a folder of its own, which nothing loads before it is wanted', () => {
    const isInside = (path: string) => path.startsWith('src/telemetry/otel/');
    const outside = files.filter((file) => !isInside(file.path));
    const users = outside.filter((file) =>
      importsOf(file).some((name) => name.startsWith('@opentelemetry/')),
    );
    expect(users.map((file) => file.path)).toEqual([]);
    const loaders = outside.filter((file) => importsOf(file).some(isInside));
    expect(loaders.map((file) => file.path)).toEqual(['src/compose/open-telemetry.ts']);
    const statically = /^import [^(]*?from '[^']*\/otel\//m;
    expect(loaders.filter((file) => statically.test(file.text))).toEqual([]);
  });

  test('what a browser loads imports nothing but what it can load, beside types', () => {
    const page = files.filter((file) => roomOf(file.path) === 'dashboard');
    const rules = rooms.find(({ name }) => name === 'dashboard')?.rooms ?? [];
    const pure = rules.filter((room) => room.startsWith('domain/')).map((room) => `src/${room}.ts`);
    const loaded =
      /^(src\/dashboard\/[\w/-]+\.tsx?|preact(\/hooks)?|@preact\/signals|eventsource-parser|uplot)$/;
    const withoutTypes = page.map(({ text, ...file }) => ({
      ...file,
      text: text.replaceAll(/^import type [^;]*;/gm, ''),
    }));
    expect(withoutTypes.flatMap(importsOf).length).toBeGreaterThan(100);
    expect(
      withoutTypes.flatMap(importsOf).filter((target) => !loaded.test(target) && !pure.includes(target)),
    ).toEqual([]);
  });

  test('what draws charts is loaded with the first of them', () => {
    const page = files.filter((file) => roomOf(file.path) === 'dashboard');
    const users = page.filter((file) => importsOf(file).includes('uplot'));
    expect(users.map(({ path }) => path)).toEqual(['src/dashboard/charts/draw-chart.ts']);
    const statically = /^import (?!type )[^(;]*?from '[^']*\/draw-chart\.ts'/m;
    expect(page.filter(({ text }) => statically.test(text))).toEqual([]);
  });

  test('nothing of src imports main, and only main and commands import compose', () => {
    const wrong = files.filter((file) => {
      const isAbove = ['main', 'commands', 'compose'].includes(roomOf(file.path));
      const forbidden = isAbove ? /^src\/main\b/ : /^src\/(main|compose)\b/;
      return importsOf(file).some((target) => forbidden.test(target));
    });
    expect(wrong.map((file) => file.path)).toEqual([]);
  });
});

describe('the rules of one place', () => {
  const readers = (pattern: RegExp) =>
    files
      .filter((file) => roomOf(file.path) !== 'dashboard' && pattern.test(file.text))
      .map((file) => file.path);

  test('the environment is read in config only', () => {
    expect(readers(/\bprocess\.env\b/)).toEqual(['src/config.ts', 'src/config/process-environment.ts']);
  });

  test('nobody but main ends the process, and sets its exit code', () => {
    expect(readers(/\bprocess\.exit\(/)).toEqual(['src/main.ts']);
    expect(readers(/\bprocess\.exitCode\b/)).toEqual(['src/main.ts']);
  });

  test('the domain has no clock, no chance and no console', () => {
    const impure = files
      .filter((file) => file.path.startsWith('src/domain/'))
      .filter((file) => /\b(Date\.now|new Date|Math\.random|console\.|setTimeout|process\.)/.test(file.text));
    expect(impure.map((file) => file.path)).toEqual([]);
  });

  test('no Redis key is written out: their names are in keys.ts', () => {
    const named = files.filter((file) => /['"`]\{m[\d$]|\$\{tag\}:/.test(file.text));
    expect(named.map((file) => file.path)).toEqual(['src/store/keys.ts']);
  });
});
