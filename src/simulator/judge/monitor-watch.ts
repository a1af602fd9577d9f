import { performance } from 'node:perf_hooks';
import { formatDuration } from '../../domain/duration.ts';
import type { MonitorClient, Reply } from '../fleet/monitor-client.ts';
import { pause } from '../fleet/pace.ts';
import type { Refusal } from '../fleet/refusal.ts';
import type { Traffic } from '../fleet/traffic.ts';
import type { Narrator } from '../report/narrator.ts';
import { countOf } from '../report/simulation-output.ts';
import { Examiner, type Snapshot } from './examiner.ts';
import { tellFindings } from './tell-findings.ts';

interface WatchSettings {
  client: MonitorClient;
  environment: string;
  /** The services of the run, names by id. */
  names: ReadonlyMap<string, string>;
  /** The start of the run by the monitor's clock. */
  fromMs: number;
  pollMs: number;
  traffic: Traffic;
  narrator: Narrator;
  signal: AbortSignal;
  onKeyRefused: (refusal: Refusal) => void;
}

/** Asks the monitor again and again what it thinks, and lets the examiner compare. */
export class MonitorWatch {
  readonly examiner: Examiner;
  readonly #settings: WatchSettings;
  #answeredAtMs = performance.now();
  #told: { accepted: number; atMs: number };

  private constructor(settings: WatchSettings, examiner: Examiner) {
    this.#settings = settings;
    this.#told = { accepted: settings.traffic.accepted, atMs: performance.now() };
    this.examiner = examiner;
  }

  /** Starts from a first look at the monitor, or ends with the refusal that it got. */
  static async open(settings: WatchSettings): Promise<Reply<MonitorWatch>> {
    const before = await look(settings);
    if (before.kind !== 'answered') return before;
    return { kind: 'answered', body: new MonitorWatch(settings, new Examiner(settings.names, before.body)) };
  }

  /** Watches until it is done, the time is up or the run is to stop. Every look is examined, whatever is awaited. */
  async until(
    done: () => boolean,
    limitMs: number,
    awaited: string | (() => string),
  ): Promise<'done' | 'late' | 'stopped'> {
    const { pollMs, signal } = this.#settings;
    const lateAtMs = performance.now() + limitMs;
    while (!signal.aborted) {
      const nextAtMs = performance.now() + pollMs;
      await this.#look();
      this.#tellProgress(typeof awaited === 'string' ? awaited : awaited());
      if (done()) return 'done';
      if (performance.now() >= lateAtMs) return 'late';
      const waitMs = Math.min(nextAtMs, lateAtMs) - performance.now();
      await pause(Math.max(1, waitMs), signal);
    }
    return 'stopped';
  }

  async #look(): Promise<void> {
    const { narrator, onKeyRefused } = this.#settings;
    const reply = await look(this.#settings);
    if (reply.kind === 'answered') {
      this.#answeredAtMs = performance.now();
      for (const line of tellFindings(this.examiner.observe(reply.body))) narrator.say(line);
    } else if (reply.kind === 'key-refused') {
      onKeyRefused(reply);
    }
  }

  #tellProgress(awaited: string): void {
    const { names, narrator, traffic } = this.#settings;
    const nowMs = performance.now();
    const seconds = Math.max(0.001, (nowMs - this.#told.atMs) / 1000);
    const rate = (traffic.accepted - this.#told.accepted) / seconds;
    this.#told = { accepted: traffic.accepted, atMs: nowMs };
    const statuses = [...this.examiner.countByStatus()].map(([status, count]) => `${count} ${status}`);
    const open = [...this.examiner.incidents.values()].filter(({ state }) => state !== 'resolved').length;
    const mute = nowMs - this.#answeredAtMs;
    narrator.progress(
      [
        `${countOf(names.size, 'service')}: ${statuses.toSorted().join(', ')}`,
        countOf(open, 'open incident'),
        `${rate < 100 ? rate.toFixed(1) : Math.round(rate)} beats/s, ${traffic.failed} failed`,
        mute > 3000 ? `MONITOR SILENT for ${formatDuration(mute)}` : awaited,
      ].join(' | '),
    );
  }
}

async function look({ client, environment, fromMs }: WatchSettings): Promise<Reply<Snapshot>> {
  const atMs = Date.now();
  const services = await client.services(environment);
  if (services.kind !== 'answered') return services;
  const incidents = await client.incidents(fromMs);
  if (incidents.kind !== 'answered') return incidents;
  return { kind: 'answered', body: { atMs, services: services.body, incidents: incidents.body } };
}
