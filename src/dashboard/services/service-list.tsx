import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Service } from '../monitor/wire-types.ts';
import { KeepFocus } from '../page/keep-focus.tsx';
import { usePage } from '../page/page-context.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { groupServices, type ServiceGroup } from './group-services.ts';
import { listServices } from './list-services.ts';
import { ServiceRow } from './service-row.tsx';
import { useHeldOrder } from './use-held-order.ts';

const idOf = ({ serviceId }: Service) => serviceId;

/** The services that the filter leaves, in one list or in one for each group. */
export function ServiceList({ services }: { services: readonly Service[] }) {
  const { filter, rows } = usePage();
  const isHeld = useSignal(false);
  const view = filter.value;
  const sorted = listServices(services, view);
  const listed = useHeldOrder(sorted, idOf, { isHeld: isHeld.value, view });
  if (listed.length === 0) return <NoMatch />;
  return (
    <div
      // A finger that touches a row is about to leave it.
      onPointerEnter={({ pointerType }) => (isHeld.value = pointerType === 'mouse')}
      onPointerLeave={() => (isHeld.value = false)}
    >
      <KeepFocus>
        {view.group === '' ? (
          <Rows label={labels[view.sort]} services={listed.slice(0, rows.value)} />
        ) : (
          <Groups groups={groupServices(listed, view.group)} />
        )}
      </KeepFocus>
      <MoreButton total={listed.length} />
    </div>
  );
}

const labels = {
  worst: 'Services, worst first',
  name: 'Services, by name',
  changed: 'Services, those that changed last first',
};

function Rows({ label, services }: { label: string; services: readonly Service[] }) {
  const { filter } = usePage();
  return (
    <ul class={`rows ${filter.value.rows}`} aria-label={label}>
      {services.map((service) => (
        <ServiceRow key={service.serviceId} service={service} />
      ))}
    </ul>
  );
}

/** All groups, with as many rows as are drawn of one list. */
function Groups({ groups }: { groups: readonly ServiceGroup[] }) {
  const { rows } = usePage();
  let left = rows.value;
  return (
    <>
      {groups.map((group) => {
        const services = group.services.slice(0, left);
        left -= services.length;
        return (
          <Group key={group.name} {...group}>
            {services.length > 0 && <Rows label={group.name} services={services} />}
          </Group>
        );
      })}
    </>
  );
}

function Group({ name, worst, counts, children }: ServiceGroup & { children: ComponentChildren }) {
  return (
    <details class="service-group" open>
      <summary>
        <h2>{name === '' ? 'Others' : <bdi>{name}</bdi>}</h2>
        <StatusChip status={worst} />
        <span class="hint">{counts.map(([status, count]) => `${count} ${status}`).join(', ')}</span>
      </summary>
      {children}
    </details>
  );
}

/** With what is asked for: of a link, nothing else on the page may say it. */
function NoMatch() {
  const { filter, actions } = usePage();
  const { text, environment, status } = filter.value;
  const asked = [
    ...(status === '' ? [] : [['status', status] as const]),
    ...(environment === '' ? [] : [['environment', environment] as const]),
    ...(text === '' ? [] : [['text', text] as const]),
  ];
  return (
    <p class="empty">
      No service matches the filter:{' '}
      {asked.map(([name, value], at) => (
        <>
          {at === 0 ? '' : ', '}
          {name} <bdi>“{value}”</bdi>
        </>
      ))}
      .{' '}
      <button
        type="button"
        class="quiet"
        onClick={() => actions.filter({ text: '', environment: '', status: '' })}
      >
        Show all
      </button>
    </p>
  );
}
