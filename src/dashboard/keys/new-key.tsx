import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { faultsOf } from '../acts/faults-of.ts';
import { FormOutcome } from '../acts/form-outcome.tsx';
import { useSending } from '../acts/use-sending.ts';
import { keyPointers, NewKeyFields } from './new-key-fields.tsx';
import { readWantedKey } from './read-wanted-key.ts';
import { ShownOnce } from './shown-once.tsx';

/** Makes a key, and shows it this one time. */
export function NewKey() {
  const sending = useSending();
  const { isSending, faults, send } = sending;
  const made = useSignal<string | null>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    fold.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults.value]);

  async function make(event: SubmitEvent & { currentTarget: HTMLFormElement }): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const body = readWantedKey(new FormData(form), Date.now());
    const isMade = await send({ method: 'POST', path: '/api/keys', body }, (answer) => {
      const { key } = (answer ?? {}) as { key?: unknown };
      made.value = typeof key === 'string' ? key : null;
      return 'The key is made.';
    });
    if (!isMade) return;
    form.reset();
    if (fold.current !== null) fold.current.open = false;
  }

  function forget(): void {
    made.value = null;
    fold.current?.querySelector('summary')?.focus();
  }

  return (
    <div class="card new-key">
      {made.value !== null && <ShownOnce text={made.value} forget={forget} />}
      <details ref={fold}>
        <summary>Make a key</summary>
        <form class="act-form" aria-label="Make a key" onSubmit={(event) => void make(event)}>
          <NewKeyFields faults={faultsOf(faults.value, keyPointers)} />
          <div class="act-buttons">
            <button type="submit" class="main" aria-disabled={isSending.value}>
              {isSending.value ? 'Sending …' : 'Make the key'}
            </button>
          </div>
        </form>
      </details>
      <FormOutcome sending={sending} />
    </div>
  );
}
