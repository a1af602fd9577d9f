import { pageHeaders } from '../page-headers.ts';

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
  const refresh = next === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${next}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · Service Monitor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refresh}<link rel="icon" href="/dashboard/icon.svg">
<link rel="stylesheet" href="/dashboard/dashboard.css">
</head>
<body>
<main class="acknowledge">
<h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>\n`).join('')}<p>${links.map(link).join(' · ')}</p>
</main>
</body>
</html>
`;
}

function link({ to, text }: SignInPage['links'][number]): string {
  return `<a href="${to}">${escapeHtml(text)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
