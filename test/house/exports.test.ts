import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/**
 * A file is one idea, which it is named after: a function or class, or up to three small ones that are only used
 * together, with up to three constants beside them. Types are free. config, compose and each main are exempt: they are
 * lists. What exports more is a noun of the domain with its verbs, and is written down here with its number, so that it
 * can become fewer and not more without notice.
 */
const more: Record<string, number> = {
  'src/domain/flapping.ts': 5,
  'src/domain/health.ts': 5,
  'src/domain/ids.ts': 4,
  'src/domain/incident.ts': 4,
  'src/domain/quiet-time.ts': 4,
};

const files = sourceFiles('src', ['.ts', '.tsx']).filter(
  ({ path }) => !/^src\/(main|config|compose|dashboard\/main)\b/.test(path) && !path.endsWith('.d.ts'),
);

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

test('each file exports up to three functions or classes, and up to three constants beside them', () => {
  const wrong = files.flatMap(({ path, text }) => {
    const functions = count(text, /^export (async )?(function\*?|class|abstract class) /gm);
    const constants = count(text, /^export (const|let) /gm);
    const isRight = functions <= (more[path] ?? 3) && constants <= 3;
    return isRight ? [] : [`${path}: ${functions} functions, ${constants} constants`];
  });
  expect(wrong).toEqual([]);
  const paths = files.map((file) => file.path);
  expect(Object.keys(more).filter((path) => !paths.includes(path))).toEqual([]);
});

test('each file exports something, by name, and from itself', () => {
  const wrong = files.filter(
    ({ text }) =>
      !/^export (const|function|async function\*?|class|interface|type) /m.test(text) ||
      /^export (default|\{|\*)/m.test(text),
  );
  expect(wrong.map((file) => file.path)).toEqual([]);
});
