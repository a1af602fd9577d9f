import { factList } from './fact-list.js';
import { allIn, metricsIn } from './format-metadata.js';
import { formatDuration, formatMoment } from './format-time.js';
import { h } from './h.js';
import { healthNote } from './health-note.js';
import { statusChip } from './status-chip.js';
import { timeOf } from './time-of.js';

/** @import { Instance } from './wire-types.ts' */

/**
 * One instance: how it is and what it measured last; all else it ever said is folded away.
 *
 * @param {Instance} instance
 * @param {number} nowMs
 */
export function instanceCard(instance, nowMs) {
  const { instanceId, instanceKey, status, since, lastHeartbeatAt, lastHeartbeat, metadata } = instance;
  const { health, healthSince, healthReasons } = instance;
  const note = healthNote(health);
  const metrics = metricsIn(lastHeartbeat);
  return h(
    'li',
    { key: instanceId, class: `card edge-${status.toLowerCase()}` },
    h('p', { class: 'card-head' }, statusChip(status), h('strong', {}, h('bdi', {}, instanceKey))),
    h(
      'p',
      { class: 'hint' },
      ...['since ', timeOf(since, nowMs)],
      ...[' · heartbeat ', timeOf(lastHeartbeatAt, nowMs)],
      ...(instance.version === null ? [] : [' · version ', h('bdi', {}, instance.version)]),
      ...said('host', instance.location.host),
      ...said('zone', instance.location.zone),
    ),
    note &&
      h(
        'p',
        {},
        ...[note, ' since ', timeOf(healthSince, nowMs)],
        ...(healthReasons === null ? [] : [': ', h('bdi', {}, healthReasons)]),
      ),
    metrics.length > 0 && factList(metrics, 'metrics'),
    h(
      'details',
      {},
      h('summary', {}, 'All details'),
      factList(placeOf(instance), 'table'),
      section('Sent with the last heartbeat', lastHeartbeat),
      section('Sent at registration', metadata),
    ),
  );
}

/**
 * @param {string} what
 * @param {string | null} value
 */
function said(what, value) {
  return value === null ? [] : [` · ${what} `, h('bdi', {}, value)];
}

/** @param {Instance} instance */
function placeOf(instance) {
  const { instanceId, hostname, port, url, processId, registeredAt, expectedIntervalSeconds } = instance;
  const { host, node, zone, region, cluster, deployment, network } = instance.location;
  const facts = [
    { name: 'Instance id', value: instanceId },
    { name: 'Host name', value: hostname },
    { name: 'Host', value: host === node ? null : host },
    { name: 'Node', value: node },
    { name: 'Zone', value: zone },
    { name: 'Region', value: region },
    { name: 'Cluster', value: cluster },
    { name: 'Deployment', value: deployment },
    { name: 'Network', value: network },
    { name: 'Port', value: port },
    // As a text: an address that somebody sent is not a link of ours.
    { name: 'Address', value: url },
    { name: 'Process', value: processId },
    { name: 'Registered', value: formatMoment(Date.parse(registeredAt)) },
    { name: 'Beats every', value: formatDuration(expectedIntervalSeconds * 1000) },
  ];
  return facts.filter(({ value }) => value !== null);
}

/**
 * @param {string} title
 * @param {Record<string, unknown> | null} metadata
 */
function section(title, metadata) {
  const facts = allIn(metadata);
  return facts.length > 0 && [h('h3', {}, title), factList(facts, 'table')];
}
