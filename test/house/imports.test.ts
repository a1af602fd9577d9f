import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** What each room may import beside itself: rooms, `room/file` for one file of it, and packages. */
const rules: Record<string, { rooms: string[]; packages: RegExp }> = {
  domain: { rooms: [], packages: /^$/ },
  actors: { rooms: ['domain'], packages: /^$/ },
  store: { rooms: ['domain', 'actors/ports'], packages: /^(node:|ioredis$)/ },
  queues: { rooms: ['domain', 'actors'], packages: /^(node:|bullmq$)/ },
  channels: { rooms: ['domain', 'actors/ports'], packages: /^(node:|zod$|undici$|nodemailer$)/ },
  http: { rooms: ['domain', 'actors', 'word-issues'], packages: /^(node:|zod$|fastify|@fastify\/)/ },
  telemetry: { rooms: ['domain', 'actors'], packages: /^(node:|pino$|prom-client$|@opentelemetry\/)/ },
  // What comes over the wire is described in one place; the page itself imports nothing but itself, see below.
  dashboard: { rooms: ['http/schemas'], packages: /^zod$/ },
};

/** Packages that have one room. */
const homes: [name: RegExp, room: string][] = [
  [/^ioredis/, 'store'],
  [/^bullmq/, 'queues'],
  [/^@?fastify/, 'http'],
  [/^pino|^prom-client/, 'telemetry'],
  [/^nodemailer/, 'channels'],
  [/^@opentelemetry/, 'telemetry'],
];

const files = sourceFiles('src', ['.ts', '.js']);
const roomOf = (path: string) => /^src\/([a-z]+)[/.]/.exec(path)?.[1] ?? '';

const pattern =
  /^(?:import (?:[\w*{},\s$]*? from )?|export (?:type )?(?:\*|\{[^}]*\}) from )['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;

/** Everything that a file imports: paths of the house, or names of packages. */
function importsOf({ path, text }: SourceFile): string[] {
  const names = [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
  return names.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name));
}

const isAllowed = (
  target: string,
  room: string,
  { rooms, packages }: { rooms: string[]; packages: RegExp },
) =>
  target.startsWith('src/')
    ? [room, ...rooms].some((allowed) => target.startsWith(`src/${allowed}`))
    : packages.test(target);

describe('the import rules', () => {
  test('the walk finds what is imported', () => {
    const [file] = files.filter((each) => each.path === 'src/store/instances/checks.ts');
    expect(file && importsOf(file)).toContain('src/actors/ports/ports.ts');
    expect(files.flatMap(importsOf).length).toBeGreaterThan(300);
  });

  test.each(Object.entries(rules))('%s imports nothing but what it may', (room, rule) => {
    const inRoom = files.filter((file) => file.path.startsWith(`src/${room}/`));
    expect(inRoom.length).toBeGreaterThan(0);
    const wrong = inRoom.flatMap((file) =>
      importsOf(file)
        .filter((target) => !isAllowed(target, room, rule))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test.each(homes)('packages like %s are imported in %s only', (name, home) => {
    const wrong = files
      // The types of pino go with the logger that compose hands on.
      .filter((file) => roomOf(file.path) !== home && !/import type \{ Logger \} from 'pino'/.test(file.text))
      .filter((file) => importsOf(file).some((target) => name.test(target)));
    expect(wrong.map((file) => file.path)).toEqual([]);
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

  test('what a browser loads imports nothing but what it can load', () => {
    const page = files.filter((file) => /^src\/dashboard\/.*\.js$/.test(file.path));
    const foreign = page.flatMap((file) =>
      importsOf(file).filter((target) => !/^src\/dashboard\/[\w-]+\.js$/.test(target)),
    );
    expect(foreign).toEqual([]);
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

  test('the environment is read in config.ts only, and handed over by main.ts to a command line', () => {
    expect(readers(/\bprocess\.env\b/)).toEqual(['src/config.ts', 'src/main.ts']);
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
