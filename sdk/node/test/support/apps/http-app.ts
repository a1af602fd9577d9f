import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addMonitor } from '../../../src/add-monitor.ts';
import { answerParent } from './answer-parent.ts';

/** The least a user writes: one line, and a server that knows nothing of it. */
const monitor = addMonitor({ handleSignals: true });

const server = createServer((_request, response) => void response.end('hello'));
server.listen(0, '127.0.0.1', () => answerParent(monitor, (server.address() as AddressInfo).port));
