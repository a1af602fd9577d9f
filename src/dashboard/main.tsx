import { render } from 'preact';
import { arrivingKey } from './monitor/arriving-key.ts';
import { createState } from './page/create-state.ts';
import { ErrorBoundary } from './page/error-boundary.tsx';
import { Page } from './page/page.tsx';
import { PageContext } from './page/page-context.ts';
import { runPage } from './page/run-page.ts';
import { searchOnSlash } from './page/search-on-slash.ts';
import { showTitle } from './page/show-title.ts';
import { showVisibleTexts } from './parts/show-visible-texts.ts';

const place = document.getElementById('page');
if (place === null) throw new Error('the document has no place for the page');
// A view of another version asks for the script of its version. It must not start a second page over this one.
if (place.hasChildNodes()) throw new Error('a page of another version runs here');
showVisibleTexts();
const state = createState(await arrivingKey(), location);
const { actions, cannotDraw } = runPage(state);
showTitle(state);
searchOnSlash();
render(
  <PageContext.Provider value={{ ...state, actions }}>
    <ErrorBoundary onError={cannotDraw}>
      <Page />
    </ErrorBoundary>
  </PageContext.Provider>,
  place,
);
