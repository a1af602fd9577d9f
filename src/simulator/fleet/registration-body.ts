import type { InstanceFacts } from './simulated-instance.ts';

/**
 * The body of a registration: the fields of the contract, the metadata keys that an SDK sends, and the additional
 * field that tells the monitor how often this instance will beat. `instanceId` is left out, so `hostname:port` counts.
 */
export function registrationBody(facts: InstanceFacts, atMs: number): Record<string, unknown> {
  return {
    serviceName: facts.serviceName,
    environment: facts.environment,
    version: facts.version,
    hostname: facts.hostname,
    port: facts.port,
    url: facts.url,
    processId: facts.processId,
    heartbeatIntervalSeconds: facts.heartbeatIntervalSeconds,
    metadata: {
      sdk_version: 'simulator-1.0.0',
      framework: 'simulator',
      os: 'linux',
      process_id: facts.processId,
      registered_at: new Date(atMs).toISOString(),
      commit_hash: facts.commitHash,
      branch: 'main',
    },
  };
}
