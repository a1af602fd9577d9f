/** What goes out over OTLP, by the standard variables of OpenTelemetry; what is not here its own libraries read. */
export interface TelemetrySettings {
  traces: {
    target: OtlpTarget;
    sampling: Sampling;
    /** How long spans are gathered before they are sent. */
    delayMs: number;
    /** How many spans wait at most; more are dropped. */
    mostWaiting: number;
  } | null;
  metrics: { target: OtlpTarget; everyMs: number } | null;
}

/** Where a signal goes, as far as it may be told: paths and headers may be secret. */
export interface OtlpTarget {
  host: string;
  protocol: OtlpProtocol;
}

export type OtlpProtocol = 'http/protobuf' | 'http/json';

/** Which traces are recorded: shares from 0 to 1. */
export interface Sampling {
  /** Whether a caller's decision goes before ours. */
  followsParent: boolean;
  ratio: number;
  /** Of what happens all the time and says little: heartbeats, checks that found nothing. */
  routineRatio: number;
}

type Env = Readonly<Record<string, string | undefined>>;
type Signal = 'TRACES' | 'METRICS';

const prefix = 'OTEL_EXPORTER_OTLP';

/** Without OTEL_TRACES_SAMPLER: every span with a change, and one in a thousand of the rest. */
const unset: Sampling = { followsParent: true, ratio: 1, routineRatio: 0.001 };

/** Null: nothing goes out, as long as no endpoint is named. Values are not repeated in errors: some are secret. */
export function telemetrySettings(env: Env, errors: string[]): TelemetrySettings | null {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return null;
  /** Once, though both signals read the same variable. */
  function fail(name: string, message: string): void {
    const error = `${name} ${message}`;
    if (!errors.includes(error)) errors.push(error);
  }

  /** Null: this signal is off. */
  function targetOf(signal: Signal): OtlpTarget | null {
    const endpoint = firstSet(env, `${prefix}_${signal}_ENDPOINT`, `${prefix}_ENDPOINT`);
    const exporter = firstSet(env, `OTEL_${signal}_EXPORTER`);
    if (endpoint === null || exporter?.value === 'none') return null;
    if (exporter !== null && exporter.value !== 'otlp') fail(exporter.name, 'must be otlp or none');
    const url = URL.parse(endpoint.value);
    if (url === null || !/^https?:$/.test(url.protocol))
      fail(endpoint.name, 'must be a URL such as http://collector:4318: OTLP is sent over HTTP');
    return { host: url?.host ?? '', protocol: protocolOf(signal) };
  }

  function protocolOf(signal: Signal): OtlpProtocol {
    const protocol = firstSet(env, `${prefix}_${signal}_PROTOCOL`, `${prefix}_PROTOCOL`);
    if (protocol === null || protocol.value === 'http/protobuf') return 'http/protobuf';
    const why =
      protocol.value === 'grpc' ? ': gRPC is not supported; a collector takes HTTP on port 4318' : '';
    if (protocol.value !== 'http/json') fail(protocol.name, `must be http/protobuf or http/json${why}`);
    return 'http/json';
  }

  function whole(name: string, fallback: number): number {
    const value = firstSet(env, name)?.value;
    const number = value === undefined ? fallback : Number(/^\d{1,9}$/.test(value) ? value : Number.NaN);
    if (!(number >= 1)) fail(name, 'must be a whole number from 1');
    return number;
  }

  function samplingOf(): Sampling {
    const sampler = firstSet(env, 'OTEL_TRACES_SAMPLER');
    if (sampler === null) return unset;
    const [, parent, name = ''] =
      /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler.value) ?? [];
    if (name === '')
      fail(sampler.name, 'must be always_on, always_off or traceidratio, or one of them after parentbased_');
    const ratio = name === 'traceidratio' ? ratioOf() : Number(name === 'always_on');
    return { followsParent: parent !== undefined, ratio, routineRatio: ratio };
  }

  function ratioOf(): number {
    const argument = firstSet(env, 'OTEL_TRACES_SAMPLER_ARG');
    const ratio = Number(argument?.value ?? 1);
    if (!(ratio >= 0 && ratio <= 1)) fail('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
    return ratio;
  }

  const [tracesTo, metricsTo] = [targetOf('TRACES'), targetOf('METRICS')];
  const traces = tracesTo && {
    target: tracesTo,
    sampling: samplingOf(),
    delayMs: whole('OTEL_BSP_SCHEDULE_DELAY', 5_000),
    mostWaiting: whole('OTEL_BSP_MAX_QUEUE_SIZE', 2_048),
  };
  const metrics = metricsTo && { target: metricsTo, everyMs: whole('OTEL_METRIC_EXPORT_INTERVAL', 60_000) };
  return traces === null && metrics === null ? null : { traces, metrics };
}

/** The first that is set; an empty one is not, as the standard has it. */
function firstSet(env: Env, ...names: string[]): { name: string; value: string } | null {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return { name, value };
  }
  return null;
}
