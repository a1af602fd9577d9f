import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';
import { RealMonitor } from './real-monitor.ts';

declare module 'vitest' {
  interface ProvidedContext {
    monitorPort: number;
  }
}

/** One monitor for all files: each of their services has a name of its own. */
export default async function startSharedMonitor(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort();
  const monitor = await new RealMonitor(port).start();
  project.provide('monitorPort', port);
  return () => monitor.stop();
}
