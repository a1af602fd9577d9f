import { useState } from 'preact/hooks';
import { StatusChip } from '../parts/status-chip.tsx';
import { countByStatus, rankOf } from '../wording/statuses.ts';
import type { Fleet, MapDetail } from './fleet.ts';
import type { CellGroup } from './group-cells.ts';

const mostTroubled = 200;
const mostGroups = 200;

interface Props {
  map: MapDetail & { fleet: Fleet };
  groups: readonly CellGroup[];
}

/** The map in words: each group with its counts, and the instances that are not well, with links. Drawn when it is opened. */
export function MapList(props: Props) {
  const [isOpen, open] = useState(false);
  return (
    <details class="map-list" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>The same as a list</summary>
      {isOpen && <Lists {...props} />}
    </details>
  );
}

function Lists({ map: { fleet, statuses }, groups }: Props) {
  const troubled = statuses
    .map((status, cell) => ({ status, cell }))
    .filter(({ status }) => status !== 'Healthy')
    .sort((a, b) => rankOf(a.status) - rankOf(b.status));
  const counted = groups
    .map(({ name, cells }) => {
      const counts = countByStatus(cells.map((cell) => ({ status: statuses[cell] ?? '' })));
      return { name, total: cells.length, counts: [...counts].filter(([, count]) => count > 0) };
    })
    .sort((a, b) => rankOf(a.counts[0]?.[0] ?? '') - rankOf(b.counts[0]?.[0] ?? ''));
  return (
    <>
      <h2>Instances that are not Healthy</h2>
      {troubled.length === 0 && <p class="hint">None.</p>}
      <ul class="map-troubled">
        {troubled.slice(0, mostTroubled).map(({ status, cell }) => {
          const instance = fleet.cells[cell];
          return (
            instance !== undefined && (
              <li key={instance.instanceId}>
                <StatusChip status={status} />{' '}
                <a href={`#/instances/${instance.instanceId}`}>
                  <bdi>{instance.instanceKey}</bdi>
                </a>{' '}
                <span class="hint">
                  <bdi>{instance.serviceName}</bdi>, <bdi>{instance.environment}</bdi>
                </span>
              </li>
            )
          );
        })}
      </ul>
      <Left of={troubled.length} shown={mostTroubled} />
      <h2>Groups, worst first</h2>
      <ul class="map-groups">
        {counted.slice(0, mostGroups).map(({ name, total, counts }) => (
          <li key={name}>
            <strong>{name === '' ? 'Others' : <bdi>{name}</bdi>}</strong>{' '}
            <span class="hint">
              {total === 1 ? '1 instance' : `${total} instances`}:{' '}
              {counts.map(([status, count]) => `${count} ${status}`).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <Left of={counted.length} shown={mostGroups} />
    </>
  );
}

function Left({ of, shown }: { of: number; shown: number }) {
  return of > shown ? <p class="hint">And {of - shown} more.</p> : null;
}
