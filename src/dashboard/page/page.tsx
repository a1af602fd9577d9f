import { useLayoutEffect } from 'preact/hooks';
import { ConnectionBanner } from './connection-banner.tsx';
import { Content } from './content.tsx';
import { focusOn } from './focus-on.ts';
import { isStale } from './is-stale.ts';
import { KeyView } from './key-view.tsx';
import { lateViews } from './late-views.ts';
import { usePage } from './page-context.ts';
import { PageHeader } from './page-header.tsx';

/** The whole page, from what is known. */
export function Page() {
  const { key, person, isBroken, route } = usePage();
  if (key.value === null && person.value === null) return <KeyView />;
  if (isBroken.value) return <BrokenPage />;
  if (route.value.page === 'wall') return <Wall />;
  return (
    <>
      <PageHeader />
      <ConnectionBanner />
      <Main />
    </>
  );
}

/** A screen of its own, with nothing around it. */
function Wall() {
  return (
    <main id="main" class={`wall${isStale(usePage()) ? ' stale-wall' : ''}`}>
      <lateViews.wall />
    </main>
  );
}

function Main() {
  const page = usePage();
  const route = page.route.value;
  const place = `${route.page} ${'id' in route ? route.id : ''}`;
  // A new page is a new page for a screen reader too.
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    focusOn('main h1');
  }, [place]);
  return (
    <main key={place} id="main" class={isStale(page) ? 'stale' : ''}>
      <Content />
    </main>
  );
}

/** What is left of the page when it fails on something that nobody thought of. It looks at nothing that was read. */
function BrokenPage() {
  return (
    <>
      <ConnectionBanner />
      <main id="main" class="stale">
        <h1 tabIndex={-1}>This cannot be shown</h1>
        <p>
          <a href="#/">All services</a>
        </p>
      </main>
    </>
  );
}
