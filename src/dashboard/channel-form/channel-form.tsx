import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { faultsOf } from '../acts/faults-of.ts';
import { FormField } from '../acts/form-field.tsx';
import { FormOutcome } from '../acts/form-outcome.tsx';
import type { Sending } from '../acts/use-sending.ts';
import type { Channel, ChannelKind } from '../monitor/wire-types.ts';
import { MarkedText } from '../parts/marked-text.tsx';
import { KindFieldControl } from './kind-field-control.tsx';
import { type KindField, kindFields } from './kind-fields.ts';
import { pointerOf, readSettings } from './read-settings.ts';
import { TellingFields, tellingPointers } from './telling-fields.tsx';
import { wantedChange } from './wanted-change.ts';

interface Props {
  kind: ChannelKind;
  /** As it was when the form was opened; null: it is being made. */
  channel: Channel | null;
  sending: Sending;
  close(isDone: boolean): void;
}

/** Asks for all that a channel of a kind has. What the monitor refuses stands beside its field. */
export function ChannelForm({ kind, channel, sending, close }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const fields = useMemo(() => kindFields(kind), [kind]);
  const shown = fields.filter(shownFirst(fields));
  const others = fields.filter((field) => !shown.includes(field));
  const { isSending } = sending;
  const pointers = [...fields.map(({ path }) => pointerOf(path)), ...tellingPointers, '/id'];
  const faults = faultsOf(sending.faults.value, pointers);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [kind]);
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    const fold = first?.closest('details');
    if (fold != null) fold.open = true;
    first?.focus();
  }, [sending.faults.value]);

  async function save(event: Event): Promise<void> {
    event.preventDefault();
    if (form.current === null) return;
    const data = new FormData(form.current);
    const settings = readSettings(data, fields, channel === null);
    const isDone = await sending.send(wantedChange(data, kind.type, settings, channel), () =>
      channel === null
        ? 'The channel is made. “Send a test” shows whether its messages arrive.'
        : 'The channel is changed.',
    );
    if (isDone) close(true);
  }

  /** Of those that are kept together, such as `oauth2`. */
  const isFirst = ({ path }: KindField) => fields.find((each) => each.path[0] === path[0])?.path === path;
  const controls = (some: readonly KindField[]) =>
    some.map((field) => (
      <KindFieldControl
        key={pointerOf(field.path)}
        field={field}
        value={valueIn(channel?.settings, field)}
        isKept={field.isSecret && channel?.secrets?.[field.path[0] ?? ''] !== undefined}
        isRemovable={!field.isRequired && isFirst(field)}
        fault={faults.at(pointerOf(field.path))}
      />
    ));

  return (
    <form
      ref={form}
      class="act-form channel-form"
      aria-label={channel === null ? `A new channel: ${kind.title}` : `Change ${channel.channelId}`}
      onSubmit={(event) => void save(event)}
    >
      <SetUp summary={kind.summary} />
      {channel === null && (
        <FormField
          label="Id"
          hint="A name of a-z, 0-9 and hyphens. Routes and messages know the channel by it; it stays."
          fault={faults.at('/id')}
        >
          {(props) => (
            <input
              {...props}
              name="/id"
              required
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
            />
          )}
        </FormField>
      )}
      {controls(shown)}
      {others.length > 0 && (
        <details>
          <summary>More of {kind.title}</summary>
          <div class="fields">{controls(others)}</div>
        </details>
      )}
      <TellingFields channel={channel} faults={faults} />
      {faults.others.map((each) => (
        <p key={each} class="fault">
          <bdi>{each}</bdi>
        </p>
      ))}
      <div class="act-buttons">
        <button type="submit" class="main" aria-disabled={isSending.value}>
          {isSending.value ? 'Sending …' : channel === null ? 'Make the channel' : 'Save'}
        </button>
        <button type="button" class="quiet" onClick={() => close(false)}>
          Cancel
        </button>
      </div>
      <FormOutcome sending={sending} />
    </form>
  );
}

/** What a kind needs; where there are several ways, none of them needed, all of it but words of one's own. */
function shownFirst(fields: readonly KindField[]): (field: KindField) => boolean {
  return fields.some(({ isRequired }) => isRequired)
    ? ({ isRequired }) => isRequired
    : ({ control }) => control !== 'long';
}

function SetUp({ summary }: { summary: string }) {
  return (
    <details class="set-up">
      <summary>How to set it up</summary>
      {summary.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <MarkedText text={paragraph} />
        </p>
      ))}
    </details>
  );
}

function valueIn(settings: Channel['settings'] | undefined, { path }: KindField): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    settings,
  );
}
