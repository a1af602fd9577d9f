import { describe, expect, test } from 'vitest';
import { telemetrySettings } from '../../src/config/telemetry-settings.ts';
import { openConfigDir } from './open-config-dir.ts';

const { errorsOf } = openConfigDir();
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

/** What is set, and what is wrong with it. */
function read(env: Record<string, string>) {
  const errors: string[] = [];
  return { settings: telemetrySettings(env, errors), errors };
}

const samplingOf = (env: Record<string, string>) => read({ ...endpoint, ...env }).settings?.traces?.sampling;

describe('what is sent over OTLP', () => {
  test('is nothing while no endpoint is named, whatever else is set', () => {
    const injected = {
      OTEL_SERVICE_NAME: 'x',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'y',
    };
    expect(read(injected)).toEqual({ settings: null, errors: [] });
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual({ settings: null, errors: [] });
  });

  test('is both signals over protobuf when an endpoint is', () => {
    const target = { host: 'collector:4318', protocol: 'http/protobuf' };
    expect(read(endpoint)).toEqual({
      settings: {
        traces: {
          target,
          sampling: { followsParent: true, ratio: 1, routineRatio: 0.001 },
          ...{ delayMs: 5_000, mostWaiting: 2_048 },
        },
        metrics: { target, everyMs: 60_000 },
      },
      errors: [],
    });
  });

  test('is nothing when OpenTelemetry is disabled, or both exporters are none', () => {
    for (const off of [
      { OTEL_SDK_DISABLED: 'TRUE' },
      { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
    ])
      expect(read({ ...endpoint, ...off })).toEqual({ settings: null, errors: [] });
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'false' }).settings).not.toBeNull();
  });

  test('can be one signal, by its own endpoint, protocol and exporter', () => {
    const traces = read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.example/in?key=canary' });
    expect(traces.settings).toMatchObject({ traces: { target: { host: 't.example' } }, metrics: null });
    const metrics = read({
      ...{ ...endpoint, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'otlp' },
      ...{ OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json', OTEL_METRIC_EXPORT_INTERVAL: '15000' },
    });
    expect(metrics).toMatchObject({
      settings: { traces: null, metrics: { target: { protocol: 'http/json' }, everyMs: 15_000 } },
      errors: [],
    });
  });

  test('follows the standard samplers for all spans once one is named', () => {
    const by = (name: string, argument = '') =>
      samplingOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument });
    expect(by('always_on')).toEqual({ followsParent: false, ratio: 1, routineRatio: 1 });
    expect(by('parentbased_always_off')).toEqual({ followsParent: true, ratio: 0, routineRatio: 0 });
    expect(by('parentbased_traceidratio', '0.25')).toEqual({
      ...{ followsParent: true, ratio: 0.25, routineRatio: 0.25 },
    });
    expect(by('traceidratio')).toEqual({ followsParent: false, ratio: 1, routineRatio: 1 });
  });
});

test('the standard variables are none that the monitor complains of', () => {
  const more = { OTEL_SERVICE_NAME: 'x', OTEL_RESOURCE_ATTRIBUTES: 'a=b', OTEL_EXPORTER_OTLP_HEADERS: 'c=d' };
  expect(errorsOf({ ...endpoint, ...more, OTEL_TRACES_SAMPLER: 'always_on' })).toEqual([]);
});

test('what cannot be meant keeps the monitor from starting, and no value is repeated', () => {
  expect(
    errorsOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'canary.example:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_EXPORTER: 'zipkin',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_METRIC_EXPORT_INTERVAL: '1m',
    }),
  ).toEqual([
    'OTEL_TRACES_EXPORTER must be otlp or none',
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://collector:4318: OTLP is sent over HTTP',
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json: gRPC is not supported; a collector takes HTTP on port 4318',
    'OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, or one of them after parentbased_',
    'OTEL_METRIC_EXPORT_INTERVAL must be a whole number from 1',
  ]);
  expect(
    errorsOf({ ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }),
  ).toEqual(['OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1']);
});
