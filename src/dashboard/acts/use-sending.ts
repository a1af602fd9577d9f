import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Fault } from '../monitor/fetch-json.ts';
import type { WantedAct } from '../monitor/send-act.ts';
import { usePage } from '../page/page-context.ts';
import type { Told } from './act.ts';

/** How long it is said that all went well. What did not is said until something else is done. */
const saidMs = 10_000;

/** What is being sent for a part of the page, and what became of the last. */
export interface Sending {
  isSending: Signal<boolean>;
  told: Signal<Told | null>;
  /** What was wrong in what was sent last. */
  faults: Signal<readonly Fault[]>;
  /** Resolves to whether it was done. While one is under way, others are passed over: a double click acts once. */
  send(wanted: WantedAct, tell: (answer: unknown) => Told | string): Promise<boolean>;
  /** Says nothing of the last any more. */
  forget(): void;
}

/** Has acts done, one at a time, and keeps what became of the last one. */
export function useSending(): Sending {
  const { actions } = usePage();
  const isSending = useSignal(false);
  const told = useSignal<Told | null>(null);
  const faults = useSignal<readonly Fault[]>([]);
  // Not the signal: two clicks may come before anything is drawn.
  const isBusy = useRef(false);
  useEffect(() => {
    if (told.value === null || told.value.isBad) return undefined;
    const timer = window.setTimeout(() => (told.value = null), saidMs);
    return () => window.clearTimeout(timer);
  }, [told.value]);

  return {
    isSending,
    told,
    faults,
    forget() {
      told.value = null;
      faults.value = [];
    },
    async send(wanted, tell) {
      if (isBusy.current) return false;
      isBusy.current = true;
      isSending.value = true;
      told.value = null;
      const outcome = await actions.act(wanted);
      isBusy.current = false;
      isSending.value = false;
      faults.value = outcome.kind === 'refused' ? outcome.faults : [];
      if (outcome.kind === 'done') {
        const said = tell(outcome.answer);
        told.value = typeof said === 'string' ? { text: said, isBad: false } : said;
      } else if (outcome.kind !== 'unknown-key') told.value = { text: outcome.reason, isBad: true };
      return outcome.kind === 'done';
    },
  };
}
