import type { InstanceReading } from '../actors/ports/reading.ts';
import { type InstanceMetric, instanceMetricPrefix, metricOfKey } from './metric-of-key.ts';

const heardName = `${instanceMetricPrefix}last_heartbeat_timestamp_seconds`;
const leftOutName = 'service_monitor_instances_left_out';

/**
 * The last metadata of instances as the text that Prometheus scrapes. It is written by hand: a registry that is made
 * for one scrape costs many times as much, and heartbeats wait meanwhile.
 */
export class InstanceGauges {
  readonly #samples = new Map<string, string[]>([[heardName, []]]);
  /** Keys come again with every instance. */
  readonly #metrics = new Map<string, InstanceMetric | null>();
  #valuesLeftOut = 0;

  add({ description, lastBeatAtMs, lastHeartbeat }: InstanceReading): void {
    const { serviceName, environment, instanceKey, hostname } = description;
    const labels = `{${[
      `service="${escapeLabel(serviceName)}"`,
      `environment="${escapeLabel(environment)}"`,
      `instance_key="${escapeLabel(instanceKey)}"`,
      `hostname="${escapeLabel(hostname ?? '')}"`,
    ].join()}}`;
    const taken = new Set([heardName]);
    if (lastBeatAtMs !== null) this.#put(heardName, labels, lastBeatAtMs / 1000);
    for (const [key, value] of Object.entries(lastHeartbeat ?? {})) {
      const number = JSON.isRawJSON(value) ? Number(value.rawJSON) : value;
      if (typeof number !== 'number') continue;
      const metric = this.#metricOf(key);
      // Two keys of one name would be one sample twice, and Prometheus would refuse all of them.
      if (metric === null || taken.has(metric.name)) this.#valuesLeftOut++;
      else this.#put(metric.name, labels, number * metric.factor);
      if (metric !== null) taken.add(metric.name);
    }
  }

  /** All that was added, and how many instances were not because of the limit. */
  text(instancesLeftOut: number): string {
    const lines: string[] = [];
    for (const [name, samples] of this.#samples) {
      const help =
        name === heardName
          ? 'When the instance was heard last.'
          : 'From the metadata of the last heartbeat of an instance.';
      if (samples.length > 0)
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, samples.join('\n'));
    }
    lines.push(
      `# HELP ${leftOutName} Not shown: instances beyond the limit, values whose key gives no name of its own.`,
      `# TYPE ${leftOutName} gauge`,
      `${leftOutName}{what="instances"} ${instancesLeftOut}`,
      `${leftOutName}{what="values"} ${this.#valuesLeftOut}`,
    );
    return `${lines.join('\n')}\n`;
  }

  #metricOf(key: string): InstanceMetric | null {
    const known = this.#metrics.get(key);
    if (known !== undefined) return known;
    const metric = metricOfKey(key);
    this.#metrics.set(key, metric);
    return metric;
  }

  #put(name: string, labels: string, value: number): void {
    const line = `${name}${labels} ${value}`;
    const samples = this.#samples.get(name);
    if (samples === undefined) this.#samples.set(name, [line]);
    else samples.push(line);
  }
}

function escapeLabel(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"');
}
