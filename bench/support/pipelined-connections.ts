import { connect, type Socket } from 'node:net';

/** What is asked of a node over HTTP, by numbers that only the caller understands. */
export interface PipelinedOptions {
  host: string;
  port: number;
  connections: number;
  apiKey: string;
  /** The path and the body of a request; null: it is not wanted any more. */
  requestOf(job: number): { path: string; body: string } | null;
  /** Status 0: no answer came. `tookMs` counts from the moment at which the request was due. */
  onAnswer(job: number, status: number, body: Buffer, tookMs: number): void;
}

/** So many requests of a connection wait for answers; the monitor closes one with more than eight. */
const mostAhead = 6;

const reconnectMs = 100;

/** A request that could not be sent for so long is given up. */
const givenUpAfterMs = 10_000;

const none = Buffer.alloc(0);
const endOfHead = Buffer.from('\r\n\r\n');
const lengthField = Buffer.from('content-length: ');

interface Door {
  socket: Socket | null;
  /** Jobs and due times of requests without an answer, in the order in which they were sent. */
  ahead: { job: number; dueAtMs: number }[];
  rest: Buffer;
}

/**
 * Requests over plain sockets, several ahead of their answers, with as little work for each as can be: the load of a
 * million instances has to fit beside the monitor on one machine.
 */
export class PipelinedConnections {
  readonly #options: PipelinedOptions;
  readonly #doors: Door[];
  #waiting: { job: number; dueAtMs: number }[] = [];
  #first = 0;
  #isClosed = false;

  constructor(options: PipelinedOptions) {
    this.#options = options;
    this.#doors = Array.from({ length: options.connections }, () => ({
      socket: null,
      ahead: [],
      rest: none,
    }));
    for (const door of this.#doors) this.#open(door);
  }

  /** Requests that no connection had room for so far. */
  get waiting(): number {
    return this.#waiting.length - this.#first;
  }

  /** Adds a request; `send` brings all that were added on their way. */
  add(job: number, dueAtMs: number): void {
    this.#waiting.push({ job, dueAtMs });
  }

  /** Spreads what waits over the connections, each as little as can be. */
  send(): void {
    const share = Math.max(1, Math.ceil(this.waiting / this.#doors.length));
    for (const door of this.#doors) {
      if (this.waiting === 0) break;
      this.#fill(door, share);
    }
    // The same connection is not always the first.
    const first = this.#doors.shift();
    if (first !== undefined) this.#doors.push(first);
  }

  close(): void {
    this.#isClosed = true;
    for (const { socket } of this.#doors) socket?.destroy();
  }

  #fill(door: Door, share: number): void {
    if (door.socket === null) return;
    const nowMs = performance.now();
    let text = '';
    for (let left = Math.min(share, mostAhead - door.ahead.length); left > 0; ) {
      const next = this.#next();
      if (next === null) break;
      const request = this.#options.requestOf(next.job);
      if (request === null) continue;
      if (nowMs - next.dueAtMs > givenUpAfterMs) {
        this.#options.onAnswer(next.job, 0, none, nowMs - next.dueAtMs);
        continue;
      }
      const { path, body } = request;
      text += `POST ${path} HTTP/1.1\r\nhost: ${this.#options.host}\r\nx-api-key: ${this.#options.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      door.ahead.push(next);
      left--;
    }
    if (text !== '') door.socket.write(text, 'latin1');
  }

  #next(): { job: number; dueAtMs: number } | null {
    const next = this.#waiting[this.#first];
    if (next === undefined) return null;
    this.#first++;
    if (this.#first === this.#waiting.length || this.#first > 10_000) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return next;
  }

  #open(door: Door): void {
    const { host, port } = this.#options;
    const socket = connect({ host, port, noDelay: true });
    socket.on('connect', () => {
      door.socket = socket;
      this.#fill(door, mostAhead);
    });
    socket.on('data', (chunk: Buffer) => this.#read(door, chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      door.socket = null;
      const lost = door.ahead;
      door.ahead = [];
      door.rest = none;
      const nowMs = performance.now();
      for (const { job, dueAtMs } of lost) this.#options.onAnswer(job, 0, none, nowMs - dueAtMs);
      if (!this.#isClosed) setTimeout(() => this.#open(door), reconnectMs);
    });
  }

  #read(door: Door, chunk: Buffer): void {
    const data = door.rest.length === 0 ? chunk : Buffer.concat([door.rest, chunk]);
    const nowMs = performance.now();
    let at = 0;
    for (;;) {
      const headEnd = data.indexOf(endOfHead, at);
      if (headEnd === -1) break;
      const bodyAt = headEnd + 4;
      const length = lengthIn(data, at, headEnd);
      if (data.length < bodyAt + length) break;
      const status = Number(data.toString('latin1', at + 9, at + 12));
      at = bodyAt + length;
      const asked = door.ahead.shift();
      if (asked === undefined) continue;
      this.#options.onAnswer(asked.job, status, data.subarray(bodyAt, at), nowMs - asked.dueAtMs);
    }
    door.rest = at === data.length ? none : data.subarray(at);
    if (this.waiting > 0) this.#fill(door, mostAhead);
  }
}

function lengthIn(data: Buffer, from: number, to: number): number {
  const found = data.indexOf(lengthField, from);
  if (found === -1 || found > to) return 0;
  let length = 0;
  for (let at = found + lengthField.length; ; at++) {
    const digit = (data[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return length;
    length = 10 * length + digit;
  }
}
