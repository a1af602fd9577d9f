import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ToldLine } from '../acts/told-line.tsx';
import { useSending } from '../acts/use-sending.ts';
import { NewKeyFields } from './new-key-fields.tsx';
import { readWantedKey } from './read-wanted-key.ts';
import { ShownOnce } from './shown-once.tsx';

/** Makes a key, and shows it this one time. */
export function NewKey() {
  const { isSending, told, send } = useSending();
  const made = useSignal<string | null>(null);
  const fold = useRef<HTMLDetailsElement>(null);

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

  return (
    <div class="card new-key">
      {made.value !== null && <ShownOnce text={made.value} forget={() => (made.value = null)} />}
      <details ref={fold}>
        <summary>Make a key</summary>
        <form class="act-form" aria-label="Make a key" onSubmit={(event) => void make(event)}>
          <NewKeyFields />
          <div class="act-buttons">
            <button type="submit" class="main" aria-disabled={isSending.value}>
              {isSending.value ? 'Sending …' : 'Make the key'}
            </button>
          </div>
        </form>
      </details>
      <ToldLine told={told} />
    </div>
  );
}
