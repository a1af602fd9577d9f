import type { RedisClient } from '../../src/store/client/connect.ts';

interface Command {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * How often `work` waits for Redis over this connection, one after another. What is sent while another command is on
 * its way costs nobody a round trip.
 */
export async function countRoundTrips(client: RedisClient, work: () => Promise<unknown>): Promise<number> {
  const { sendCommand } = client;
  let underWay = 0;
  let roundTrips = 0;
  client.sendCommand = (...[command, stream]: Parameters<RedisClient['sendCommand']>) => {
    if (underWay++ === 0) roundTrips++;
    const waiting = command as unknown as Command;
    const { resolve, reject } = waiting;
    const ended =
      (end: (value: unknown) => void) =>
      (value: unknown): void => {
        underWay--;
        end(value);
      };
    Object.assign(waiting, { resolve: ended(resolve), reject: ended(reject) });
    return sendCommand.call(client, command, stream);
  };
  try {
    await work();
  } finally {
    client.sendCommand = sendCommand;
  }
  return roundTrips;
}
