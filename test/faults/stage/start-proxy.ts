import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How a network treats what goes through it, one way. */
export interface Weather {
  delayMs: number;
  jitterMs: number;
  /** Of a hundred pieces so many are lost and sent again, which TCP shows as a delay. */
  lossPercent: number;
}

/** A stretch of network between two processes, in which things can go wrong. */
export interface Proxy {
  port: number;
  /** Cuts every connection and takes no new one. */
  cut(): void;
  heal(): void;
  weather: Weather;
  close(): Promise<void>;
}

/** How long TCP waits, at the least, before it sends a lost piece again. */
const resendMs = 200;

export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const proxy = { weather: { delayMs: 0, jitterMs: 0, lossPercent: 0 } };

  /** Pieces keep their order, as in TCP: one that is late makes those behind it late. */
  function carry(from: Socket, to: Socket): void {
    let turn: Promise<unknown> = Promise.resolve();
    let lastAtMs = 0;
    from.on('data', (piece: Buffer) => {
      lastAtMs = Math.max(lastAtMs, performance.now() + travelMs(proxy.weather));
      const atMs = lastAtMs;
      turn = turn.then(async () => {
        const leftMs = atMs - performance.now();
        if (leftMs > 0) await wait(leftMs);
        if (!to.destroyed) to.write(piece);
      });
    });
    from.on('close', () => void turn.then(() => to.destroy()));
    from.on('error', () => undefined);
  }

  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => sockets.delete(socket));
    }
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    cut,
    heal() {
      isCut = false;
    },
    async close() {
      cut();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  });
}

function travelMs({ delayMs, jitterMs, lossPercent }: Weather): number {
  const isLost = Math.random() * 100 < lossPercent;
  return delayMs + (Math.random() * 2 - 1) * jitterMs + (isLost ? resendMs + delayMs : 0);
}
