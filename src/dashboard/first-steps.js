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
    h('p', { class: 'under' }, 'This page fills itself as soon as a first instance is registered.'),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, '1. Register an instance'),
      h(
        'pre',
        { tabindex: '0' },
        post(
          '/api/services/register',
          '{"serviceName":"demo","environment":"test","hostname":"localhost","port":1234}',
        ),
      ),
      h('h2', {}, '2. Send heartbeats'),
      h(
        'p',
        {},
        'With the instanceId of the answer; at first Pending, it is Healthy from the first heartbeat on.',
      ),
      h('pre', { tabindex: '0' }, post('/api/services/heartbeat', '{"instanceId":"…"}')),
      h(
        'p',
        { class: 'hint' },
        'The SDKs do both by themselves. All calls are in the ',
        h('a', { href: '/docs' }, 'API docs'),
        '.',
      ),
    ),
  ];
}
