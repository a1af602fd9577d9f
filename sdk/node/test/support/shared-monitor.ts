import { inject } from 'vitest';
import { RealMonitor } from './real-monitor.ts';

/** The monitor that runs for as long as all tests do. */
export function sharedMonitor(): RealMonitor {
  return new RealMonitor(inject('monitorPort'));
}
