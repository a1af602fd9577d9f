import type { Signal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { usePage } from '../page/page-context.ts';
import type { Act, Said } from './act.ts';
import { useActor } from './use-actor.ts';

interface Props {
  act: Act;
  isSending: Signal<boolean>;
  perform(act: Act, said: Omit<Said, 'requestId'>): Promise<void>;
  close(): void;
}

/** As long as people usually need. */
const lengths = [
  ['30m', '30 minutes'],
  ['1h', '1 hour'],
  ['2h', '2 hours'],
  ['4h', '4 hours'],
  ['8h', '8 hours'],
  ['1d', '1 day'],
  ['7d', '7 days'],
] as const;

/** What has to be known before an act, and whether it is meant. */
export function ActForm({ act, isSending, perform, close }: Props) {
  const { actions } = usePage();
  const actor = useActor();
  const form = useRef<HTMLFormElement>(null);
  const asksName = useRef(act.isSigned === true && actor.name === '').current;
  useLayoutEffect(
    () => form.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus(),
    [],
  );

  function submit(event: Event): void {
    event.preventDefault();
    if (form.current === null) return;
    const data = new FormData(form.current);
    const textOf = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const by = asksName ? textOf('by') : actor.name;
    if (asksName) actions.actAs(by);
    void perform(act, { by, note: textOf('note') || null, length: textOf('length') });
  }

  return (
    <form
      ref={form}
      class="act-form"
      aria-label={act.label}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      {act.question !== undefined && <p>{act.question}</p>}
      {asksName && <NameField />}
      {act.hasLength && <LengthField />}
      {act.note !== undefined && <NoteField isNeeded={act.note === 'needed'} />}
      <div class="act-buttons">
        <button type="submit" class="main" aria-disabled={isSending.value}>
          {isSending.value ? 'Sending …' : (act.submit ?? act.label)}
        </button>
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function NameField() {
  const id = useId();
  return (
    <div>
      <label for={id}>Your name</label>
      <input id={id} name="by" required maxLength={128} pattern=".*\S.*" autocomplete="name" />
      <p class="hint">It stands in the record of what you do. This tab keeps it until it is closed.</p>
    </div>
  );
}

function LengthField() {
  const id = useId();
  return (
    <div>
      <label for={id}>For</label>
      <select id={id} name="length">
        {lengths.map(([value, name]) => (
          <option key={value} value={value} selected={value === '1h'}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function NoteField({ isNeeded }: { isNeeded: boolean }) {
  const id = useId();
  return (
    <div>
      <label for={id}>{isNeeded ? 'Note' : 'Note (optional)'}</label>
      <textarea id={id} name="note" rows={3} maxLength={2000} required={isNeeded} />
    </div>
  );
}
