import { describe } from 'vitest';
import { watchOutage } from './watch-outage.ts';

describe('an outage, watched by one process', () => {
  watchOutage(['api,worker']);
});
