import type { Given } from './row.ts';

/** Stands in every input that could be repeated; no answer may contain it. */
export const canary = 'canary7f3a';

type Headers = Record<string, string | null>;

const heartbeat = '/api/services/heartbeat';

/** Bytes of requests, right or wrong; a header that is null is left out. */
export const requests = {
  /** Any request, with a good key. */
  of({ key, host }: Given, line: string, headers: Headers = {}, body: string | Buffer = ''): Buffer {
    const length = Buffer.byteLength(body);
    const all: Headers = {
      Host: host,
      'X-API-Key': key,
      'Content-Type': length > 0 ? 'application/json' : null,
      'Content-Length': length > 0 ? String(length) : null,
      ...headers,
    };
    const lines = Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [`${name}: ${value}`],
    );
    return Buffer.concat([
      Buffer.from(`${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'),
      Buffer.from(body),
    ]);
  },

  /** A heartbeat with this body. */
  beat(given: Given, body: string | Buffer, headers: Headers = {}): Buffer {
    return requests.of(given, `POST ${heartbeat}`, headers, body);
  },

  /** A heartbeat with this metadata, as JSON text. */
  beatWith(given: Given, metadata: string): Buffer {
    return requests.beat(given, `{"instanceId":"${given.instanceId}","metadata":${metadata}}`);
  },

  /** A right heartbeat with other headers. */
  goodBeat(given: Given, headers: Headers = {}): Buffer {
    return requests.beat(given, JSON.stringify({ instanceId: given.instanceId }), headers);
  },

  /** A registration with these fields beside a right name and environment. */
  register(given: Given, fields: object): Buffer {
    const body = { serviceName: 'bad-input', environment: 'test', instanceId: 'one', ...fields };
    return requests.of(given, 'POST /api/services/register', {}, JSON.stringify(body));
  },

  /** A request of which the first line and the headers stand here as they are, each without its line end. */
  raw(lines: string[], body = ''): Buffer {
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  },

  /** The lines of a heartbeat's head with a good key. */
  head({ key, host }: Given, ...more: string[]): string[] {
    return [
      `POST ${heartbeat} HTTP/1.1`,
      `Host: ${host}`,
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
      ...more,
    ];
  },
};
