import { fileURLToPath } from 'node:url';

/** The file of the program that tests start: the source, or what `npm test` makes of it because it starts faster. */
export const program =
  process.env['TEST_PROGRAM'] ?? fileURLToPath(new URL('../../src/main.ts', import.meta.url));
