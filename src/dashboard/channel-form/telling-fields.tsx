import { useSignal } from '@preact/signals';
import type { FaultsOf } from '../acts/faults-of.ts';
import { FormField } from '../acts/form-field.tsx';
import type { Channel } from '../monitor/wire-types.ts';

const events = [
  ['incidents', 'outages, their acknowledgement and their end'],
  ['health', 'what services say of themselves'],
  ['degraded', 'heartbeats that are late'],
  ['instance-down', 'single instances of a service that is up'],
] as const;

/** The fields of every channel, by their JSON pointers. */
export const tellingPointers = [
  ...['/events', '/limit', '/limit/burst', '/limit/perMinute'],
  ...['/match', '/match/service', '/match/environment', '/match/labels'],
];

interface Props {
  /** Null: it is being made. */
  channel: Pick<Channel, 'settings' | 'match'> | null;
  faults: FaultsOf;
}

/** Of which services a channel is told, of what, and how much. */
export function TellingFields({ channel, faults }: Props) {
  const match = channel?.match ?? {};
  const told = (channel?.settings?.['events'] ?? ['incidents']) as readonly string[];
  const labels = Object.entries(match.labels ?? {}).map(([name, value]) => `${name}=${value}`);
  const words = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;
  return (
    <>
      <fieldset>
        <legend>Told of</legend>
        {events.map(([event, what]) => (
          <label key={event} class="check">
            <input type="checkbox" name="/events" value={event} defaultChecked={told.includes(event)} />
            <span>
              {event} <span class="hint">{what}</span>
            </span>
          </label>
        ))}
        {faults.at('/events') !== undefined && <p class="fault">{faults.at('/events')}</p>}
      </fieldset>
      <fieldset class="pair">
        <legend>Of the services that match, whatever the routes say</legend>
        <FormField label="Service" hint="Such as `shop-*`." fault={faults.at('/match/service')}>
          {(props) => (
            <input {...props} {...words} name="/match/service" defaultValue={match.service ?? ''} />
          )}
        </FormField>
        <FormField label="Environment" hint="Such as `prod*`." fault={faults.at('/match/environment')}>
          {(props) => (
            <input {...props} {...words} name="/match/environment" defaultValue={match.environment ?? ''} />
          )}
        </FormField>
        <FormField
          label="Labels"
          hint="Such as `team=shop, tier=1`. All empty: what the routes of `monitor.yaml` say; without routes, everything."
          fault={faults.at('/match/labels') ?? faults.at('/match')}
        >
          {(props) => <input {...props} {...words} name="/match/labels" defaultValue={labels.join(', ')} />}
        </FormField>
      </fieldset>
      <LimitFields limit={channel?.settings?.['limit']} faults={faults} />
    </>
  );
}

function LimitFields({ limit, faults }: { limit: unknown; faults: FaultsOf }) {
  const own = typeof limit === 'object' && limit !== null ? (limit as Record<string, unknown>) : null;
  const mode = useSignal(own !== null ? 'own' : limit === 'none' ? 'none' : 'usual');
  return (
    <>
      <FormField
        label="Limit of messages"
        hint="What is more than that comes as one message. As usual: 5 at once and 5 a minute for people, none for machines."
        fault={faults.at('/limit')}
      >
        {(props) => (
          <select
            {...props}
            name="/limit"
            onChange={({ currentTarget }) => (mode.value = currentTarget.value)}
          >
            {[
              ['usual', 'As usual'],
              ['none', 'None'],
              ['own', 'Its own'],
            ].map(([value, name]) => (
              <option key={value} value={value} selected={value === mode.value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {mode.value === 'own' && (
        <div class="pair">
          <Count label="At once" pointer="/limit/burst" value={own?.['burst']} faults={faults} />
          <Count label="A minute" pointer="/limit/perMinute" value={own?.['perMinute']} faults={faults} />
        </div>
      )}
    </>
  );
}

interface CountProps {
  label: string;
  pointer: string;
  value: unknown;
  faults: FaultsOf;
}

function Count({ label, pointer, value, faults }: CountProps) {
  return (
    <FormField label={label} fault={faults.at(pointer)}>
      {(props) => (
        <input
          {...props}
          type="number"
          name={pointer}
          min={1}
          max={1000}
          required
          defaultValue={typeof value === 'number' ? value : 5}
        />
      )}
    </FormField>
  );
}
