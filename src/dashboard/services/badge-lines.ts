import type { Service } from '../monitor/wire-types.ts';

/** Where a badge is, and the lines that show it and lead to the page of its service. */
interface BadgeLines {
  path: string;
  markdown: string;
  html: string;
}

/** `shows`: `status` or `uptime`. The name may have any character: it is made harmless for where the line goes. */
export function badgeLines(
  { serviceId, serviceName }: Pick<Service, 'serviceId' | 'serviceName'>,
  shows: string,
  origin: string,
): BadgeLines {
  const path = `/badge/${serviceId}.svg${shows === 'uptime' ? '?show=uptime&days=30' : ''}`;
  const page = `${origin}/#/services/${serviceId}`;
  const name = `${shows} of ${serviceName}`;
  return {
    path,
    markdown: `[![${inMarkdown(name)}](${origin}${path})](${page})`,
    html: `<a href="${inHtml(page)}"><img src="${inHtml(origin + path)}" alt="${inHtml(name)}"></a>`,
  };
}

function inMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#!|~&]/g, String.raw`\$&`);
}

function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
