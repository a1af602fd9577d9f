/** A page of the monitor that works without scripts, in the styles of the web page. */
export interface ScriptlessPage {
  title: string;
  /** HTML, with all texts in it escaped. */
  body: string;
  /** What leads from its address to the root of the monitor. */
  root: '/' | '../';
  /** Where the browser goes by itself. */
  next?: string | undefined;
}

export function scriptlessPage({ title, body, root, next }: ScriptlessPage): string {
  const refresh = next === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${next}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · Service Monitor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refresh}<link rel="icon" href="${root}dashboard/icon.svg">
<link rel="stylesheet" href="${root}dashboard/dashboard.css">
</head>
<body>
<main class="acknowledge">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** A text as HTML may hold it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
