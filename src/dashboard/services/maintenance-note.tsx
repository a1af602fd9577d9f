import type { Service } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';

type Maintenance = NonNullable<Service['maintenance']>;

const halfDayMs = 12 * 60 * 60 * 1000;

/**
 * That the messages of a service are held back, until when, why and by whom; nothing when they are not. An older node
 * does not say it.
 */
export function MaintenanceNote({ maintenance }: { maintenance: Maintenance | null | undefined }) {
  return maintenance == null ? null : <Held {...maintenance} />;
}

function Held({ until, by, note }: Maintenance) {
  const { nowMs } = usePage();
  const isSoon = Date.parse(until) - nowMs.value < halfDayMs;
  return (
    <span class="maintenance">
      messages held until <TimeOf at={until} say={isSoon ? localTime.clock : localTime.moment} />:{' '}
      {note === null ? (
        <bdi>{by}</bdi>
      ) : (
        <>
          <bdi>{note}</bdi> (<bdi>{by}</bdi>)
        </>
      )}
    </span>
  );
}
