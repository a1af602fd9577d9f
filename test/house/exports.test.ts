import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/**
 * How exports are counted: a file exports one function or class, which it is named after. Types are free, and so are
 * up to two constants beside it (a table, a name, a limit). A file may also export types or constants alone. config,
 * main and compose are exempt: they are lists. What exports more functions is written down here with its number, so
 * that it can become fewer and not more without notice: nouns of the domain with their few verbs, and records that
 * are read and written in one place.
 */
const several: Record<string, number> = {
  'src/domain/api-key.ts': 2,
  'src/domain/clear-time.ts': 2,
  'src/domain/duration.ts': 2,
  'src/domain/flapping.ts': 5,
  'src/domain/health.ts': 5,
  'src/domain/ids.ts': 3,
  'src/domain/incident.ts': 4,
  'src/domain/incident-news.ts': 2,
  'src/domain/incident-turn.ts': 3,
  'src/domain/judge-instance.ts': 3,
  'src/domain/policy.ts': 2,
  'src/domain/quiet-time.ts': 4,
  'src/domain/roll-up-status.ts': 3,
  'src/http/schemas/to-time.ts': 2,
  'src/queues/delivery-queue.ts': 2,
  'src/store/client/connect.ts': 2,
  'src/store/notifications/delivery-member.ts': 2,
  'src/store/private-server/embedded.ts': 3,
  'src/store/instances/instance-commit.ts': 3,
  'src/store/instances/instance-record.ts': 3,
  'src/store/notifications/notification-record.ts': 2,
};

const files = sourceFiles('src', ['.ts']).filter(
  ({ path }) => !/^src\/(main|config|compose)\b/.test(path) && !path.endsWith('.d.ts'),
);

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

test('each file exports one function or class, and at most two constants beside it', () => {
  const wrong = files.flatMap(({ path, text }) => {
    const functions = count(text, /^export (async )?(function\*?|class|abstract class) /gm);
    const constants = count(text, /^export (const|let) /gm);
    const allowed = several[path] ?? 1;
    const isRight =
      functions <= allowed && constants <= 2 && (several[path] === undefined || functions === allowed);
    return isRight ? [] : [`${path}: ${functions} functions, ${constants} constants`];
  });
  expect(wrong).toEqual([]);
});

test('the list of files with several functions names no file that is gone', () => {
  const paths = files.map((file) => file.path);
  expect(Object.keys(several).filter((path) => !paths.includes(path))).toEqual([]);
});

test('each file exports something, by name, and from itself', () => {
  const wrong = files.filter(
    ({ text }) =>
      !/^export (const|function|async function|class|interface|type) /m.test(text) ||
      /^export (default|\{|\*)/m.test(text),
  );
  expect(wrong.map((file) => file.path)).toEqual([]);
});
