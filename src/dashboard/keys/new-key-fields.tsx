import { useSignal } from '@preact/signals';
import type { FaultsOf } from '../acts/faults-of.ts';
import { FormField } from '../acts/form-field.tsx';

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
  ['day', 'On a day'],
] as const;

const globs = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** Fields that the monitor may find fault with. */
export const keyPointers = ['name', 'scopes', 'environments', 'services', 'expiresAt', 'maxInstances'].map(
  (name) => `/${name}`,
);

/** What a new key shall be for. */
export function NewKeyFields({ faults }: { faults: FaultsOf }) {
  const life = useSignal('');
  return (
    <>
      <FormField
        label="Name"
        hint="Of the person, the team or the fleet that uses it; the audit log shows it."
        fault={faults.at('/name')}
      >
        {(props) => (
          <input {...props} name="name" required maxLength={128} pattern=".*\S.*" autocomplete="off" />
        )}
      </FormField>
      <fieldset>
        <legend>It may</legend>
        {scopes.map(([scope, what]) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              aria-invalid={faults.at('/scopes') === undefined ? undefined : 'true'}
            />
            <span>
              {scope} <span class="hint">{what}</span>
            </span>
          </label>
        ))}
        {faults.at('/scopes') !== undefined && <p class="fault">Choose at least one.</p>}
      </fieldset>
      <FormField
        label="Only for environments"
        hint="Patterns such as `prod*`, with commas between them; empty: all."
        fault={faults.at('/environments')}
      >
        {(props) => <input {...props} {...globs} name="environments" />}
      </FormField>
      <FormField
        label="Only for services"
        hint="Patterns such as `shop-*`, with commas between them; empty: all."
        fault={faults.at('/services')}
      >
        {(props) => <input {...props} {...globs} name="services" />}
      </FormField>
      <FormField
        label="Instances at most"
        hint="How many may live at a time; 0: any number, empty: as for all keys."
        fault={faults.at('/maxInstances')}
      >
        {(props) => <input {...props} name="maxInstances" type="number" min={0} max={100_000_000} />}
      </FormField>
      <FormField label="Expires" fault={life.value === 'day' ? undefined : faults.at('/expiresAt')}>
        {(props) => (
          <select {...props} name="days" onChange={({ currentTarget }) => (life.value = currentTarget.value)}>
            {lives.map(([days, words]) => (
              <option key={days} value={days}>
                {words}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {life.value === 'day' && (
        <FormField
          label="Last day"
          hint="It expires when that day ends here."
          fault={faults.at('/expiresAt')}
        >
          {(props) => <input {...props} name="day" type="date" required />}
        </FormField>
      )}
    </>
  );
}
