import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { may } from '../acts/may.ts';
import { openIncidents } from '../incidents/open-incidents.ts';
import { BrandIcon } from '../parts/status-icon.tsx';
import { focusOn } from './focus-on.ts';
import { usePage } from './page-context.ts';
import { addressOf } from './service-view-address.ts';

/** The name, the pages, and the way out. */
export function PageHeader() {
  const { route, filter, caller } = usePage();
  const { page } = route.value;
  const others = otherPages.filter(({ isFor }) => isFor(caller.value));
  return (
    <header class={`top ${others.length > 0 ? 'many' : ''}`}>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <a class="brand" href="#/">
        <BrandIcon />
        <span>Service Monitor</span>
      </a>
      <nav aria-label="Pages">
        <PageLink href={addressOf(filter.value)} isHere={page === 'services' || page === 'service'}>
          Services
        </PageLink>
        <PageLink href="#/incidents" isHere={page === 'incidents' || page === 'incident' || page === 'group'}>
          Incidents
          <OpenCount />
        </PageLink>
        <PageLink href="#/map" isHere={page === 'map'} children="Map" />
        {others.map((other) => (
          <PageLink key={other.page} href={`#/${other.page}`} isHere={page === other.page}>
            {other.name}
          </PageLink>
        ))}
      </nav>
      <WayOut />
    </header>
  );
}

/** Who is signed in, and the end of that; or the end of the key. */
function WayOut() {
  const { person, actions } = usePage();
  if (person.value === null)
    return (
      <button type="button" class="quiet forget" onClick={() => actions.forgetKey()}>
        Forget key
      </button>
    );
  return (
    <span class="person">
      <bdi class="person-name" title={`Signed in as ${person.value}`}>
        {person.value}
      </bdi>
      <button type="button" class="quiet forget" onClick={() => actions.signOut()}>
        Sign out
      </button>
    </span>
  );
}

const otherPages = [
  { page: 'channels', name: 'Channels', isFor: may.administer },
  { page: 'keys', name: 'Keys', isFor: may.administer },
  { page: 'audit', name: 'Audit', isFor: may.administer },
  { page: 'monitor', name: 'Monitor', isFor: may.examine },
];

interface LinkProps {
  href: string;
  isHere: boolean;
  children: ComponentChildren;
}

function PageLink({ href, isHere, children }: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // A phone shows a part of the links.
  useLayoutEffect(() => {
    const { current } = link;
    if (isHere && current?.parentElement != null) current.parentElement.scrollLeft = current.offsetLeft - 64;
  }, [isHere]);
  return (
    <a ref={link} href={href} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

function OpenCount() {
  const { services, incidents } = usePage();
  const { count } = openIncidents(services.value?.items ?? [], incidents.value?.items ?? []);
  if (count === 0) return null;
  return (
    <span class="count">
      {count}
      <span class="unseen"> open</span>
    </span>
  );
}

/** The address after # is the page here, so the link moves the focus itself. */
function skipToMain(event: Event): void {
  event.preventDefault();
  focusOn('main h1');
}
