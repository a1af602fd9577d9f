import { channelKind } from '../channel-kind.ts';
import { webhookBody } from '../webhook/message.ts';
import { commandConfig } from './config.ts';
import { commandEnvironment } from './message.ts';
import { outcomeOfEnd } from './outcome-of-end.ts';
import { runProgram } from './run-program.ts';

/** Runs a program of this machine for each message. */
export const kind = channelKind({
  config: commandConfig,
  followsUp: true,
  isForMachines: true,
  open({ program, arguments: list }, { publicUrl }) {
    const closing = new AbortController();
    return {
      async send(message, signal) {
        const limit = AbortSignal.any([signal, closing.signal]);
        const startedAtMs = performance.now();
        const input = webhookBody(message, publicUrl);
        const environment = commandEnvironment(message);
        const ended = await runProgram({ program, arguments: list, environment, input }, limit);
        return outcomeOfEnd(ended, limit, performance.now() - startedAtMs);
      },
      close: () => Promise.resolve(closing.abort()),
    };
  },
});
