import type { Cluster, Redis } from 'ioredis';
import { toStoreError } from './to-store-error.ts';

/**
 * The same client, whose commands fail and whose `error` events come with errors of the store; so do its duplicates, of
 * which BullMQ makes some. A command that succeeds costs no more than a closure for that.
 */
export function withStoreErrors<Client extends Redis | Cluster>(client: Client): Client {
  const { sendCommand, emit, duplicate } = client as Redis;
  return Object.assign(client, {
    sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
      const [command] = args;
      const { reject } = command;
      command.reject = (error) => reject(toStoreError(error));
      return sendCommand.apply(client as Redis, args);
    },
    emit(event: string, ...args: unknown[]): boolean {
      const [error] = args;
      const told = event === 'error' && error instanceof Error ? [toStoreError(error)] : args;
      return emit.call(client, event, ...told);
    },
    duplicate: (...args: Parameters<Redis['duplicate']>) =>
      withStoreErrors(duplicate.apply(client as Redis, args)),
  });
}
