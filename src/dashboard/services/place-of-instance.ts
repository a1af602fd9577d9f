import { formatDuration } from '../../domain/duration.ts';
import type { Instance } from '../monitor/wire-types.ts';
import type { Fact } from '../parts/fact-list.tsx';
import { localTime } from '../wording/local-time.ts';

/** Where an instance is and what it promised, as far as it is known. */
export function placeOf(instance: Instance): Fact[] {
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
    { name: 'Registered', value: localTime.moment(Date.parse(registeredAt)) },
    { name: 'Beats every', value: formatDuration(expectedIntervalSeconds * 1000) },
  ];
  return facts.filter(({ value }) => value !== null);
}
