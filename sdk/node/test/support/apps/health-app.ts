import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addMonitor } from '../../../src/add-monitor.ts';
import type { Health } from '../../../src/health.ts';
import { answerParent } from './answer-parent.ts';

/** An application whose health becomes another one when its parent says so; the last of them is a good one. */
const healths: (() => Health)[] = [
  () => ({ status: 'degraded', reasons: ['the queue is long'] }),
  () => {
    throw new Error('the disk is full');
  },
  () => 'healthy',
];
let now: (() => Health) | undefined = () => 'healthy';
const monitor = addMonitor({ health: async () => now?.() ?? 'healthy' });
process.on('message', (message) => {
  if (message === 'another health') now = healths.shift();
});

const server = createServer((_request, response) => void response.end('hello'));
server.listen(0, '127.0.0.1', () => answerParent(monitor, (server.address() as AddressInfo).port));
