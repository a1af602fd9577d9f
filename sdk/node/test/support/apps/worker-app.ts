import { parentPort } from 'node:worker_threads';
import { addMonitor } from '../../../src/add-monitor.ts';

// An application in a worker thread; it tells the main thread what the SDK warned of.
const warnings: string[] = [];
const quiet = () => undefined;
const warn = (message: string) => void warnings.push(message);
const monitor = addMonitor({
  handleSignals: process.env['SIGNALS'] === 'true',
  logger: { debug: quiet, info: quiet, warn, error: warn },
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ warnings, state: monitor.status().state });
