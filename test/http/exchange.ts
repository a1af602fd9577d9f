import { connect } from 'node:net';
import { type Answer, answersIn } from './answers-in.ts';

/** What came back on one connection. */
export interface Exchange {
  /** The first answer that is not a 1xx. */
  answer: Answer;
  /** Whether the server closed the connection; else a second request on it was answered. */
  closed: boolean;
  /** All answers but 1xx and the one that shows that the connection is open. */
  all: Answer[];
  elapsedMs: number;
}

const deadlineMs = 8_000;
const probe = 'GET /livez HTTP/1.1\r\nHost: probe\r\n\r\n';

/**
 * Sends bytes as they are, `drip` after them a byte at a time, and says what came back. Whether the connection stays
 * open is found out by using it again, so `expectClosed` only says which of the two to wait for.
 */
export function exchange(
  port: number,
  bytes: Buffer,
  { drip = '', expectClosed }: { drip?: string; expectClosed: boolean },
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const startedAtMs = performance.now();
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let firstAtMs = 0;
    let dripped = 0;
    const dripping = setInterval(() => {
      if (dripped < drip.length && firstAtMs === 0) socket.write(drip[dripped++] ?? '');
    }, 200);
    const late = setTimeout(() => {
      reject(new Error(`no end after: ${received}`));
      socket.destroy();
    }, deadlineMs);

    const settle = (closed: boolean) => {
      const answers = answersIn(received).filter(({ status }) => status >= 200);
      const [answer] = answers;
      if (answer === undefined)
        return reject(new Error(`closed without an answer: ${JSON.stringify(received)}`));
      const all = closed ? answers : answers.slice(0, -1);
      resolve({ answer, closed, all, elapsedMs: firstAtMs - startedAtMs });
    };
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const finals = answersIn(received).filter(({ status }) => status >= 200);
      if (finals.length > 0 && firstAtMs === 0) {
        firstAtMs = performance.now();
        if (!expectClosed) socket.write(probe);
      }
      if (!expectClosed && finals.length > 1) {
        settle(false);
        socket.destroy();
      }
    });
    // A server that answers before it read everything may reset the connection behind its answer.
    socket.on('error', (error) => (firstAtMs > 0 ? settle(true) : reject(error)));
    socket.on('close', () => {
      clearInterval(dripping);
      clearTimeout(late);
      settle(true);
    });
  });
}
