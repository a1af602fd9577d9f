import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Actions, PageState } from './page-types.ts';

/** What every part of the page can ask for. */
export interface Page extends PageState {
  actions: Actions;
}

export const PageContext = createContext<Page | null>(null);

/** The page that a component is a part of. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === null) throw new Error('this component stands outside of a page');
  return page;
}
