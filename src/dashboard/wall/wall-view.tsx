import { isStale } from '../page/is-stale.ts';
import { usePage } from '../page/page-context.ts';
import { Title } from '../page/title.tsx';
import { StatusIcon } from '../parts/status-icon.tsx';
import { headline } from '../wording/headline.ts';
import { countByStatus } from '../wording/statuses.ts';
import { FullScreenButton } from './full-screen-button.tsx';
import { useAwake } from './use-awake.ts';
import { WallClock } from './wall-clock.tsx';
import { WallList } from './wall-list.tsx';
import { WallSign } from './wall-sign.tsx';

/** `#/wall`: for a screen across the room. It is dark, nothing on it scrolls, and nothing on it has to be touched. */
export function WallView() {
  const services = usePage().services.value;
  useAwake();
  return (
    <>
      <header class="wall-top">
        <Headline />
        <WallClock />
      </header>
      <WallSign />
      {services !== null && (
        <>
          <Counts />
          <WallList services={services.items} />
        </>
      )}
      <footer class="wall-foot">
        <a href="#/">All services</a>
        <a href="#/map">Map</a>
        <FullScreenButton />
      </footer>
    </>
  );
}

function Headline() {
  const page = usePage();
  const services = page.services.value;
  if (services === null) return <Title>{isStale(page) ? 'No data could be read yet' : 'Reading …'}</Title>;
  const { status, text } = headline(countByStatus(services.items), !services.isCut);
  return (
    <Title look={`wall-headline tone-${status.toLowerCase()}`}>
      <StatusIcon status={status} />
      {text}
    </Title>
  );
}

function Counts() {
  const { services } = usePage();
  const counts = countByStatus(services.value?.items ?? []);
  return (
    <ul class="wall-counts" aria-label="Services by status">
      {[...counts].map(([status, count]) => (
        <li key={status} class={`tone-${status.toLowerCase()}${count === 0 ? ' zero' : ''}`}>
          <span class="number">{count}</span> <span class="label">{status}</span>
        </li>
      ))}
    </ul>
  );
}
