import { expect, test } from 'vitest';
import { createProgram } from '../../src/commands/create-program.ts';
import type { Terminal } from '../../src/commands/terminal.ts';

const terminal: Terminal = {
  ...{ out: () => undefined, err: () => undefined, exit: () => undefined },
  exitNow: () => {
    throw new Error('nothing ends here');
  },
  ...{ isSeen: false, isInteractive: false, columns: null, colour: false },
};

async function loadedFor(first: string | undefined): Promise<string[]> {
  const access = { url: undefined, key: undefined } as never;
  const program = await createProgram({ terminal, version: '1.2.3', access, userName: 'me', first });
  return program.commands.map((command) => command.name());
}

test('only the command that is named is loaded, and none for the version', async () => {
  expect(await loadedFor('--version')).toEqual([]);
  expect(await loadedFor('-V')).toEqual([]);
  expect(await loadedFor('status')).toEqual(['status']);
  expect(await loadedFor(undefined)).toEqual(['start']);
});

test('where no command is named, all are loaded, for help and for suggestions', async () => {
  for (const first of ['--help', 'statsu']) expect((await loadedFor(first)).length).toBeGreaterThan(10);
});
