import type { Bench } from './bench.ts';
import { ingest } from './ingest.ts';

/** Every bench, by the name that it is run by. */
export const benches: Record<string, Bench> = {
  ingest: {
    about: 'heartbeats through one node against a bare handler, then through several nodes',
    run: ingest,
  },
};
