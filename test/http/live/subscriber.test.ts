import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveMeter } from '../../../src/actors/ports/observability.ts';
import { changeOfService } from '../../../src/http/live/change.ts';
import { Portion } from '../../../src/http/live/portion.ts';
import { Subscriber } from '../../../src/http/live/subscriber.ts';
import { generateKeyText, toApiKey } from '../../../src/store/access/make-key.ts';
import { eventually } from '../../support/eventually.ts';

/** A real socket, whose other end reads only when it is told to. */
let server: Server;
let response: ServerResponse;
let reader: Socket;
let received: string;
let resets: string[];
let ended: string[];
let subscriber: Subscriber;

const key = toApiKey(generateKeyText(), { name: 'test', scopes: ['read'] });
const name = { serviceName: 'a', environment: 'test' };

const meter: LiveMeter = {
  open: () => undefined,
  told: () => undefined,
  reset: (because) => void resets.push(because),
  ended: () => undefined,
  refused: () => undefined,
};

/** A change of thing `n` that is as large as it is told to be. */
function portionOf(n: number, bytes: number, id: string): Portion {
  const data = { n, filler: 'x'.repeat(bytes) };
  return new Portion([changeOfService(`service ${n}`, name, { event: 'service', data })], id);
}

/** Writes until the socket takes no more, whatever room the kernel still makes for it. */
async function fill(): Promise<void> {
  for (let fullFor = 0; fullFor < 10; fullFor = response.writableNeedDrain ? fullFor + 1 : 0) {
    if (!response.writableNeedDrain) subscriber.tell(portionOf(0, 256 * 1024, 'filling'));
    await wait(5);
  }
}

beforeEach(async () => {
  [received, resets, ended] = ['', [], []];
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const requested = once(server, 'request');
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  response = (await requested)[1] as ServerResponse;
  response.writeHead(200);
  reader.on('data', (chunk) => (received += chunk.toString()));
  reader.on('error', () => undefined);
  const reasons = ended;
  subscriber = new Subscriber({
    ...{ key, response, meter, positionId: () => 'now' },
    onEnd: (reason) => void reasons.push(reason),
  });
});

afterEach(async () => {
  reader.destroy();
  response.destroy();
  server.close();
  await once(server, 'close');
});

describe('a subscriber', () => {
  it('is told nothing before it was told what it missed, and of each thing only how it is last', async () => {
    subscriber.tell(portionOf(1, 1, 'first'));
    subscriber.tell(portionOf(2, 2, 'second'));
    const old = portionOf(1, 9, 'old').changes;
    const missed = portionOf(3, 3, 'missed').changes;
    expect(response.writableLength).toBe(0);
    subscriber.release([...old, ...missed]);
    const frame = (n: number) => `event: service\ndata: {"n":${n},"filler":"${'x'.repeat(n)}"}\n\n`;
    const expected = `${frame(1)}${frame(2)}id: now\n${frame(3)}`;
    await eventually('it arrives', () => received.includes(expected));
    subscriber.tell(portionOf(4, 4, 'fourth'));
    await eventually('the next arrives', () => received.includes(`id: fourth\n${frame(4)}`));
  });

  it('that reads nothing holds a bounded part of memory, and reads the lists again when it reads on', async () => {
    subscriber.release([]);
    reader.pause();
    await fill();
    const leastBytes = response.writableLength;
    for (let n = 0; n < 3_000; n++) subscriber.tell(portionOf(n, 16 * 1024, `id ${n}`));
    expect(response.writableLength).toBe(leastBytes);
    expect(resets).toEqual(['too-slow']);
    reader.resume();
    const reset =
      'event: reset\ndata: {"lists":["services","incidents","outage-groups"],"because":"too-slow"}\n\n';
    await eventually('it is told to read again', () => received.includes(`id: now\n${reset}`));
    subscriber.tell(portionOf(5, 5, 'goes on'));
    await eventually('it is told what follows', () => received.includes('id: goes on\n'));
    expect(ended).toEqual([]);
  });

  it('whose thing changes a thousand times while it does not read is told of it once', async () => {
    subscriber.release([]);
    reader.pause();
    await fill();
    for (let n = 0; n < 1_000; n++) subscriber.tell(portionOf(-1, 1_000 + (n % 7), `change ${n}`));
    expect(resets).toEqual([]);
    reader.resume();
    await eventually('it is told', () => received.includes('"n":-1'));
    expect(received.split('"n":-1')).toHaveLength(2);
  });

  it('that does not take what was sent is cut off when the stream is ended', async () => {
    subscriber.release([]);
    reader.pause();
    await fill();
    subscriber.end();
    await eventually('it has ended', () => ended.length > 0);
    expect(ended).toEqual(['too-slow']);
  });

  it('is told that it lives when nothing was said for ten seconds, and where it is by then', async () => {
    subscriber.release([]);
    subscriber.alive(performance.now() + 9_000);
    expect(response.writableLength).toBe(0);
    subscriber.alive(performance.now() + 10_001);
    await eventually('it arrives', () => /id: now\nevent: alive\ndata: \{"at":"20/.test(received));
  });
});
