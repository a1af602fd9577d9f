import { fileURLToPath } from 'node:url';

export const source = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The file of the program that tests start: the source, or what `npm test` makes of it because it starts faster. */
export const program = process.env['TEST_PROGRAM'] ?? source;
