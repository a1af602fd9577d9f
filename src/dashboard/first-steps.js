import { h } from './h.js';

/**
 * What to do when there is no service yet. The key is named, not shown: a page may be looked at over a shoulder.
 *
 * @param {string} origin
 */
export function firstSteps(origin) {
  const post = (/** @type {string} */ path, /** @type {string} */ body) =>
    [
      `curl -s ${origin}${path} \\`,
      `  -H "X-API-Key: $MONITOR_API_KEY" -H 'Content-Type: application/json' \\`,
      `  -d '${body}'`,
    ].join('\n');
  return [
    h('h1', { tabindex: '-1', class: 'headline tone-pending' }, 'No service yet'),
    h('p', { class: 'under' }, 'Services appear here as soon as an instance registers.'),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, '1. Register an instance'),
      h(
        'pre',
        { tabindex: '0' },
        post(
          '/api/services/register',
          '{"serviceName":"checkout","environment":"production","hostname":"h1","port":8080}',
        ),
      ),
      h('h2', {}, '2. Send heartbeats'),
      h(
        'p',
        {},
        'Use the instanceId from the answer. The instance is Pending until its first heartbeat, then Healthy.',
      ),
      h('pre', { tabindex: '0' }, post('/api/services/heartbeat', '{"instanceId":"…"}')),
      h(
        'p',
        { class: 'hint' },
        'The SDKs do both automatically. All requests are in the ',
        h('a', { href: '/docs' }, 'API docs'),
        '.',
      ),
    ),
  ];
}
