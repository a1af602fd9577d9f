import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePage } from '../page/page-context.ts';
import type { Act, Said } from './act.ts';
import { ActForm } from './act-form.tsx';
import { newRequestId } from './new-request-id.ts';
import { ToldLine } from './told-line.tsx';
import { useActor } from './use-actor.ts';
import { useSending } from './use-sending.ts';

interface Props {
  /** What the acts are done to, for who listens. */
  label: string;
  acts: readonly Act[];
  /** More buttons, for what takes more than a line. */
  children?: ComponentChildren;
}

/** Buttons, each for one act. What has to be said before stands below them; what became of it, too. */
export function ActBar({ label, acts, children }: Props) {
  const actor = useActor();
  const { isSending, told, send } = useSending();
  const openLabel = useSignal<string | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  // The same until it is done, so that what is sent again is known to be the same.
  const requestId = useRef(newRequestId());
  const open = acts.find((act) => act.label === openLabel.value);
  const isJustDone = useRef(false);
  // What was done may take its button away, and the place of who works with the keyboard with it.
  useLayoutEffect(() => {
    if (!isJustDone.current || document.activeElement !== document.body) return;
    isJustDone.current = false;
    buttons.current?.parentElement?.focus({ preventScroll: true });
  });

  async function perform(act: Act, said: Omit<Said, 'requestId'>): Promise<void> {
    const isDone = await send(act.wanted({ ...said, requestId: requestId.current }), act.tell);
    if (!isDone) return;
    requestId.current = newRequestId();
    isJustDone.current = true;
    close();
  }

  const asks = (act: Act) =>
    act.question !== undefined || act.note !== undefined || (act.isSigned === true && actor.name === '');

  function press(act: Act): void {
    if (!asks(act)) return void perform(act, { by: actor.name, note: null, length: '' });
    told.value = null;
    openLabel.value = openLabel.value === act.label ? null : act.label;
  }

  function close(): void {
    const isWithin = document.activeElement?.closest('.acts') === buttons.current?.parentElement;
    openLabel.value = null;
    if (isWithin) buttons.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
  }

  // Who is here stays here, also when there is nothing left to say: else they would be nowhere.
  const isHere = buttons.current !== null && document.activeElement === buttons.current.parentElement;
  if (acts.length === 0 && told.value === null && !isHere) return null;
  return (
    <div class="acts" role="group" aria-label={label} tabIndex={-1}>
      <div ref={buttons} class="act-buttons">
        {acts.map((act) => (
          <button
            key={act.label}
            type="button"
            class={act.isMain && open === undefined ? 'main' : undefined}
            aria-disabled={isSending.value}
            aria-expanded={asks(act) ? act === open : undefined}
            onClick={() => press(act)}
          >
            {act.label}
          </button>
        ))}
        {children}
        {open === undefined && acts.some((act) => act.isSigned) && <Actor />}
      </div>
      {open !== undefined && (
        <ActForm key={open.label} act={open} isSending={isSending} perform={perform} close={close} />
      )}
      <ToldLine told={told} />
    </div>
  );
}

/** Under which name people act here, and the way to another one. */
function Actor() {
  const { actions } = usePage();
  const { name, canChange } = useActor();
  if (name === '') return null;
  return (
    <span class="hint actor">
      as <bdi>{name}</bdi>
      {canChange && (
        <button
          type="button"
          class="quiet"
          onClick={({ currentTarget }) => {
            // The button goes with the name.
            currentTarget.closest<HTMLElement>('.acts')?.focus({ preventScroll: true });
            actions.actAs('');
          }}
        >
          Change<span class="unseen"> the name under which you act</span>
        </button>
      )}
    </span>
  );
}
