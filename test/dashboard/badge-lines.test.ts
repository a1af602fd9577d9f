import { expect, it } from 'vitest';
import { badgeLines } from '../../src/dashboard/services/badge-lines.ts';

const serviceId = 'a0000000-0000-8000-8000-000000000001';
const origin = 'https://monitor.example';

it('shows the badge and leads to the page of the service', () => {
  const { path, markdown, html } = badgeLines({ serviceId, serviceName: 'checkout' }, 'status', origin);
  expect(path).toBe(`/badge/${serviceId}.svg`);
  expect(markdown).toBe(
    `[![status of checkout](${origin}/badge/${serviceId}.svg)](${origin}/#/services/${serviceId})`,
  );
  expect(html).toBe(
    `<a href="${origin}/#/services/${serviceId}"><img src="${origin}/badge/${serviceId}.svg" alt="status of checkout"></a>`,
  );
});

it('makes nothing of a name but words, and escapes the address of the uptime', () => {
  const serviceName = '](javascript:x) "><img src=x onerror=y>&';
  const { path, markdown, html } = badgeLines({ serviceId, serviceName }, 'uptime', origin);
  expect(path).toBe(`/badge/${serviceId}.svg?show=uptime&days=30`);
  expect(markdown).toContain(String.raw`\]\(javascript:x\) "\>\<img src=x onerror=y\>\&`);
  expect(html).toContain('?show=uptime&amp;days=30" alt="uptime of ](javascript:x) &quot;&gt;&lt;img');
  expect(html.match(/<img/g)).toHaveLength(1);
});
