import { pageHeaders } from '../page-headers.ts';
import { escapeHtml, scriptlessPage } from '../scriptless-page.ts';

/** What a person reads on the way in, and where it leads on. */
export interface SignInPage {
  status: number;
  title: string;
  lines: readonly string[];
  links: readonly { to: '/' | '/sign-in' | '/sign-in?again'; text: string }[];
  /** Where the page goes by itself. */
  next?: '/';
}

/** It works without scripts, and nothing may be sent from it. */
export const signInPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders({ scripts: "'none'", forms: "'none'" }),
  'content-type': 'text/html; charset=utf-8',
  // Its address holds a code of the provider, and it is about one person.
  'cache-control': 'no-store',
};

export function renderSignInPage({ title, lines, links, next }: SignInPage): string {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>\n`).join('');
  const body = `${paragraphs}<p>${links.map(link).join(' · ')}</p>`;
  return scriptlessPage({ title, body, root: '/', next });
}

function link({ to, text }: SignInPage['links'][number]): string {
  return `<a href="${to}">${escapeHtml(text)}</a>`;
}
