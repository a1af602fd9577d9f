import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

const scopes = [
  ['ingest', 'register instances and send heartbeats'],
  ['read', 'see services, incidents and messages'],
  ['operate', 'acknowledge, resolve, silence, archive'],
  ['admin', 'keys, channels and the audit log'],
] as const;

const lives = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const;

/** What a new key shall be for. */
export function NewKeyFields() {
  return (
    <>
      <Field label="Name" hint="Of the person, the team or the fleet that uses it; the audit log shows it.">
        {(id) => <input id={id} name="name" required maxLength={128} pattern=".*\S.*" autocomplete="off" />}
      </Field>
      <fieldset>
        <legend>It may</legend>
        {scopes.map(([scope, what]) => (
          <label key={scope} class="check">
            <input type="checkbox" name="scopes" value={scope} />
            <span>
              {scope} <span class="hint">{what}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label="Only for environments"
        hint="Patterns such as prod*, with commas between them; empty: all."
      >
        {(id) => (
          <input id={id} name="environments" autocomplete="off" autocapitalize="off" spellcheck={false} />
        )}
      </Field>
      <Field label="Only for services" hint="Patterns such as shop-*, with commas between them; empty: all.">
        {(id) => <input id={id} name="services" autocomplete="off" autocapitalize="off" spellcheck={false} />}
      </Field>
      <Field label="Expires">
        {(id) => (
          <select id={id} name="days">
            {lives.map(([days, words]) => (
              <option key={days} value={days}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  children(id: string): ComponentChildren;
}

function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}
