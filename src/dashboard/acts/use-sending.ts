import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { WantedAct } from '../monitor/send-act.ts';
import { usePage } from '../page/page-context.ts';
import type { Told } from './act.ts';

/** How long it is said that all went well. What did not is said until something else is done. */
const saidMs = 10_000;

interface Sending {
  isSending: Signal<boolean>;
  told: Signal<Told | null>;
  /** Resolves to whether it was done. While one is under way, others are passed over: a double click acts once. */
  send(wanted: WantedAct, tell: (answer: unknown) => Told | string): Promise<boolean>;
}

/** Has acts done, one at a time, and keeps what became of the last one. */
export function useSending(): Sending {
  const { actions } = usePage();
  const isSending = useSignal(false);
  const told = useSignal<Told | null>(null);
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
    async send(wanted, tell) {
      if (isBusy.current) return false;
      isBusy.current = true;
      isSending.value = true;
      told.value = null;
      const outcome = await actions.act(wanted);
      isBusy.current = false;
      isSending.value = false;
      if (outcome.kind === 'done') {
        const said = tell(outcome.answer);
        told.value = typeof said === 'string' ? { text: said, isBad: false } : said;
      } else if (outcome.kind !== 'unknown-key') told.value = { text: outcome.reason, isBad: true };
      return outcome.kind === 'done';
    },
  };
}
