import { connect } from 'node:net';
import { type Answer, answersIn } from '../answers-in.ts';
import type { Shot } from './shots.ts';

/** How one shot ended. */
export interface Outcome {
  /** How many requests were sent, as far as they look like such. */
  asked: number;
  answers: Answer[];
  /** What came that is no whole answer. */
  rest: string;
  end: 'closed' | 'hung' | 'refused';
  elapsedMs: number;
}

/** The monitor answers whoever is slow within five seconds; who is still waiting then hangs. */
const timeoutMs = 7_000;

/** After so long without an answer the request is taken for one that is not whole, and the caller says that it ends. */
const endAfterMs = 3_000;

/** After the last answer that was to be expected, and after one that was not. */
const lingerMs = { expected: 20, early: 500 };

/** Sends a shot on a connection of its own and waits for what comes back. */
export function fire(port: number, { bytes, staysOpen }: Shot): Promise<Outcome> {
  return new Promise((resolve) => {
    const startedAtMs = performance.now();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    let isConnected = false;
    let ending: NodeJS.Timeout | undefined;
    const received = () => Buffer.concat(chunks).toString('latin1');
    const answered = () => answersIn(received(), true).filter(({ status }) => status >= 200).length;
    const asked = bytes.toString('latin1').split(' HTTP/1.').length - 1;
    const settle = (end: Outcome['end']) => {
      clearTimeout(timer);
      clearTimeout(ending);
      socket.destroy();
      const answers = answersIn(received(), true);
      const known = answers.reduce((sum, answer) => sum + answer.text.length, 0);
      const elapsedMs = performance.now() - startedAtMs;
      resolve({ asked, answers, rest: received().slice(known), end, elapsedMs });
    };
    const timer = setTimeout(() => settle('hung'), timeoutMs);
    // When this whole machine stood still, the answer is there but was not read yet.
    const lookAgain = () => {
      ending = setTimeout(() => socket.end(), endAfterMs / 2);
    };
    socket.on('connect', () => {
      isConnected = true;
      socket.write(bytes);
      if (!staysOpen) ending = setTimeout(lookAgain, endAfterMs);
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const count = answered();
      if (count === 0) return;
      clearTimeout(ending);
      // Whoever ends earlier is not answered any more, and would not learn what it did.
      ending = setTimeout(() => socket.end(), count < asked ? lingerMs.early : lingerMs.expected);
    });
    socket.on('end', () => settle('closed'));
    // A reset may follow an answer that came before the whole request was read.
    socket.on('error', () => settle(isConnected ? 'closed' : 'refused'));
    socket.on('close', () => settle('closed'));
  });
}
