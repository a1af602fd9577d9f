import type { MonitorHandle } from '../../../src/monitor-handle.ts';
import type { AppMessage } from '../app-process.ts';

/** Tells the test where the application listens, and how the SDK stands whenever it asks. */
export function answerParent(monitor: MonitorHandle, port: number): void {
  const tell = (message: AppMessage) => void process.send?.(message);
  process.on('message', () => tell({ kind: 'status', status: monitor.status() }));
  // The channel to the test must not keep the application alive.
  process.channel?.unref();
  tell({ kind: 'listening', port });
}
