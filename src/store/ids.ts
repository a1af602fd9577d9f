import { hash } from 'node:crypto';
import { createIds } from '../domain/ids.ts';

/** The ids of everything that is stored. */
export const ids = createIds((text) => hash('sha256', text, 'buffer'));
