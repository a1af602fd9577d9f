import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attributes = Record<string, string | number>;

export interface ReceivedSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  durationMs: number;
  /** 2: an error. */
  status: { code?: number; message?: string };
  attributes: Attributes;
}

export interface ReceivedPoint {
  attributes: Attributes;
  asDouble?: number;
  count?: number;
  sum?: number;
  bucketCounts?: number[];
  explicitBounds?: number[];
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  resources: Attributes[];
  spans: ReceivedSpan[];
  /** As they were sent last. */
  metrics: Map<string, { kind: 'sum' | 'gauge' | 'histogram'; points: ReceivedPoint[] }>;
  /** What requests are answered with from now on; null: nothing at all. */
  answer(status: number | null): void;
  close(): Promise<void>;
}

/** A collector that takes OTLP over HTTP: of JSON it keeps what was in it, of protobuf the bytes. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  let answer: number | null = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      receiver.requests.push({ path: request.url ?? '', headers: request.headers, body });
      if (answer === null) return;
      if (answer === 200 && request.headers['content-type'] === 'application/json') {
        keep(receiver, JSON.parse(body.toString()) as Wire);
      }
      response.writeHead(answer, { 'content-type': request.headers['content-type'] }).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ requests: [], resources: [], spans: [], metrics: new Map() },
    answer: (status) => (answer = status),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}

interface WireAttribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number };
}
type WirePoint = Omit<ReceivedPoint, 'attributes'> & { attributes: WireAttribute[] };
interface Wire {
  resourceSpans?: {
    resource: { attributes: WireAttribute[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes'> & {
        attributes: WireAttribute[];
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      })[];
    }[];
  }[];
  resourceMetrics?: {
    resource: { attributes: WireAttribute[] };
    scopeMetrics: {
      metrics: ({ name: string } & Partial<
        Record<'sum' | 'gauge' | 'histogram', { dataPoints: WirePoint[] }>
      >)[];
    }[];
  }[];
}

function keep(receiver: OtlpReceiver, { resourceSpans = [], resourceMetrics = [] }: Wire): void {
  for (const { resource } of [...resourceSpans, ...resourceMetrics])
    receiver.resources.push(toAttributes(resource.attributes));
  for (const { spans } of resourceSpans.flatMap((each) => each.scopeSpans)) {
    for (const { startTimeUnixNano, endTimeUnixNano, attributes, ...span } of spans) {
      const durationMs = Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;
      receiver.spans.push({ ...span, durationMs, attributes: toAttributes(attributes) });
    }
  }
  for (const { metrics } of resourceMetrics.flatMap((each) => each.scopeMetrics)) {
    for (const metric of metrics) {
      const kind = (['sum', 'gauge', 'histogram'] as const).find((each) => each in metric) ?? 'sum';
      const points = (metric[kind]?.dataPoints ?? []).map((point) => ({
        ...point,
        attributes: toAttributes(point.attributes),
      }));
      receiver.metrics.set(metric.name, { kind, points });
    }
  }
}

function toAttributes(list: readonly WireAttribute[]): Attributes {
  return Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? Number(value.intValue ?? Number.NaN),
    ]),
  );
}
