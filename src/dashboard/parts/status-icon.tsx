import { own } from '../wording/own.ts';

/** A shape for every status, so that nobody has to tell red from green. In a box of 16 by 16. */
const shapes = {
  Down: 'M5 1h6l4 4v6l-4 4H5l-4-4V5zM5 5l6 6M11 5l-6 6',
  Degraded: 'M8 1.5 15 14.5H1zM8 6v4M8 12v.5',
  Recovered: 'M13.5 8A5.5 5.5 0 1 1 11 3.4M11 .8v3H8',
  Pending: 'M3 1.5h10M3 14.5h10M4.5 1.5c0 4 7 9 7 13M11.5 1.5c0 4-7 9-7 13',
  Healthy: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM4.8 8.2 7.2 10.6 11.4 5.8',
  Stopped: 'M3 3h10v10H3z',
  Replaced: 'M2 5.5h11l-3-3M14 10.5H3l3 3',
  Expired: 'M2 8h12',
};

const heartbeat = 'M1 8.5h3L6 3l4 10 2-4.5h3';

export function StatusIcon({ status }: { status: string }) {
  return <Icon d={own(shapes, status) ?? shapes.Expired} />;
}

/** Our own mark, which says nothing of how anybody is. */
export function BrandIcon() {
  return <Icon d={heartbeat} />;
}

function Icon({ d }: { d: string }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
