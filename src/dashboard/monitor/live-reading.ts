import type { Access } from './access.ts';
import { applyEvents } from './apply-events.ts';
import type { Client } from './create-client.ts';
import { followEvents, type LiveEvent } from './follow-events.ts';
import { type Reading, readEverything, type Wanted } from './read-everything.ts';
import { startPolling } from './start-polling.ts';

/** What the page is told by the reading of a monitor. */
export interface Shown {
  show(reading: Reading): void;
  fail(error: unknown): void;
  /** Something came from the monitor, so that what is shown is not old. */
  heard(): void;
  /** Whether changes are told at once. */
  live(isLive: boolean): void;
}

export interface LiveReading {
  /** Something else is to be read. */
  again(): void;
  stop(): void;
}

/** Events that come together are drawn together. */
const drawAfterMs = 80;

/** Labels that change without a status are told by no event, and a safety net is cheap: the lists are this old at most. */
const mostListAgeMs = 5 * 60_000;

/** A stream that ends is soon open again; only then does the page ask for the lists. */
const graceMs = 5_000;

/** All pages are told at once to read the lists again, and need not do so at the same moment. */
const spreadMs = 1_500;

/** What an open page shows beside the lists is read again at most so often for events. */
const detailRestMs = 2_000;

/**
 * Reads everything once, and from then on keeps to what the monitor tells; what no event tells is read now and then. While
 * there is no stream everything is read again and again.
 */
export function startLiveReading(
  { client, access, wanted }: { client: Client; access: Access; wanted: () => Wanted },
  shown: Shown,
): LiveReading {
  let reading: Reading | null = null;
  let isLive = false;
  /** How often the lists became old, and when they were read last. */
  let timesOld = 0;
  let lists = { timesOld: -1, readAtMs: 0 };
  let incidentPages = 0;
  /** Told while something is read: it may be newer than what is read. */
  let meanwhile: LiveEvent[] = [];
  let waiting: LiveEvent[] = [];
  const timers = { draw: 0, grace: 0, again: 0 };

  async function read(signal: AbortSignal): Promise<boolean> {
    const asked = wanted();
    const reads = { timesOld, readAtMs: performance.now() };
    const isRecent = reads.readAtMs - lists.readAtMs < mostListAgeMs && lists.timesOld === timesOld;
    const known = isLive && isRecent && asked.incidentPages === incidentPages ? reading : null;
    meanwhile = [];
    try {
      const found = await readEverything(client, { ...asked, known }, signal);
      if (signal.aborted) return false;
      // Events of the time in which it was read, which came with the newest lists.
      const latest = known === null || reading === null ? found : { ...reading, detail: found.detail };
      reading = applyEvents(latest, meanwhile).reading;
      if (known === null) lists = reads;
      incidentPages = asked.incidentPages;
      shown.show(reading);
      return true;
    } catch (error) {
      if (!signal.aborted) shown.fail(error);
      return false;
    }
  }

  /** How long to rest after a reading that went well; null: as long as without a stream. */
  const restMs = () => (isLive ? 10_000 : null);
  const polling = startPolling(read, restMs);

  function draw(): void {
    timers.draw = 0;
    const events = waiting;
    waiting = [];
    if (reading === null) return;
    const applied = applyEvents(reading, events);
    reading = applied.reading;
    shown.show(reading);
    if (applied.areListsOld) {
      timesOld++;
      againIn(spreadMs * Math.random());
    } else if (applied.isDetailOld) againIn(detailRestMs);
  }

  function againIn(ms: number): void {
    if (timers.again !== 0) return;
    timers.again = window.setTimeout(() => {
      timers.again = 0;
      polling.again();
    }, ms);
  }

  function becomeLive(isOn: boolean): void {
    isLive = isOn;
    shown.live(isOn);
  }

  const following = followEvents(access, {
    opened(isNew) {
      window.clearTimeout(timers.grace);
      if (isNew) timesOld++;
      const hadNone = !isLive;
      becomeLive(true);
      // What is read from now on has all that was not told.
      if (isNew || hadNone) polling.again();
    },
    heard: () => shown.heard(),
    told(event) {
      // The lists are read since the stream is open.
      if (event.event === 'reset' && isBeginning(event.data)) return;
      meanwhile.push(event);
      waiting.push(event);
      if (timers.draw === 0) timers.draw = window.setTimeout(draw, drawAfterMs);
    },
    closed() {
      window.clearTimeout(timers.grace);
      timers.grace = window.setTimeout(() => {
        becomeLive(false);
        polling.again();
      }, graceMs);
    },
  });

  return {
    again: () => polling.again(),
    stop() {
      following.stop();
      polling.stop();
      for (const timer of Object.values(timers)) window.clearTimeout(timer);
    },
  };
}

function isBeginning(data: unknown): boolean {
  return (data as { because?: unknown } | null | undefined)?.because === 'begin';
}
