import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends orders to a process and resolves with its answers: one order at a time, so that each answer is known to be its own. */
export function ordersTo(child: ChildProcess): (text: object) => Promise<unknown> {
  let turn: Promise<unknown> = Promise.resolve();
  return (text) => {
    const ask = async () => {
      const answered = once(child, 'message');
      child.send(text);
      return ((await answered) as [unknown])[0];
    };
    const mine = turn.then(ask);
    turn = mine.catch(() => undefined);
    return mine;
  };
}
