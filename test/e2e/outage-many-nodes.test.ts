import { describe } from 'vitest';
import { watchOutage } from './watch-outage.ts';

describe('an outage, watched by two API nodes and two workers', () => {
  watchOutage(['api', 'api', 'worker', 'worker']);
});
