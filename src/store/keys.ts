/** Every Redis name of one partition. All carry the partition's tag, so on a cluster they live on one primary. */
export interface PartitionKeys {
  /** The hash tag with braces: also the BullMQ prefix of the partition's queues. */
  tag: string;
  /** ZSET instanceId → last heartbeat or registration. An instance that is not in it is unknown. */
  seen: string;
  /** ZSET instanceId → when its check is due. */
  timer: string;
  /** ZSET serviceId → when it must be rolled up though no instance changes. */
  serviceTimer: string;
  /** SET of instances whose next heartbeat wakes their actor. */
  wake: string;
  /** HASH instanceId → the metadata of its last heartbeat as JSON. */
  lastHeartbeats: string;
  /** STREAM of instance ids: what nodes remember of them is not true any more. */
  changes: string;
  /** HASH `tick`: the newest sign of the ingest path; `offset`, `latest`: what keeps the clock from going back. */
  clock: string;
  /** ZSET `from:to` → to: the blind ledger. */
  blind: string;
  /** STREAM of MonitorEvent. */
  events: string;
  /** HASH serviceId → status. */
  statuses: string;
  /** ZSET of `name\0environment\0serviceId`, all with score 0: the services in the order of their names. */
  serviceIndex: string;
  /** ZSET incidentId → startedAt. */
  incidents: string;
  /** ZSET `channelId/notificationId` → when it is due, or its lease ends. */
  deliveries: string;
  /** ZSET notificationId → createdAt. */
  notifications: string;
  /**
   * HASH `sent:<channel>`, `failing:<channel>`, `dead:<channel>` → when it sent last, failed first since, gave up last;
   * `delay:<channel>` → how late the last one was, `error:<channel>` → its last error as JSON, `template:<channel>` → why its
   * template failed for the latest message, as JSON; in the first partition also
   * `tested:<channel>` → when a test went out last, `test-failed:<channel>` and `test-error:<channel>` → when the last test failed
   * and why, unless one went out since, and `proved:<channel>` → how a person showed that messages arrive, as JSON.
   */
  channels: string;
  /** HASH `<channel>/<its configuration>` → its circuit as JSON, if it is open or counts failures; only in the first partition. */
  circuits: string;
  /** ZSET of messages that wait for the circuit of their channel → since when they could be sent. */
  waiting(channelId: string): string;
  /** STRING: the session of a person who signed in, as JSON, by the hash of its id; it ends by itself; only in the first partition. */
  session(idHash: string): string;
  /** STRING: a drill as JSON, until its link expires; only in the first partition. */
  drill(drillId: string): string;
  /** STRING: a request that a provider sent back and that was done, for a few minutes; only in the first partition. */
  callback(seal: string): string;
  /** STRING: what a channel for people was sent lately, as JSON; only in the first partition. */
  storm(channelId: string): string;
  /** ZSET of messages to a channel that are in a digest → when the digest began; only in the first partition. */
  folded(channelId: string): string;
  /** HASH message → its line in a digest that is not composed yet, as JSON; only in the first partition. */
  digestEntries(digestId: string): string;
  /** HASH channel → a channel that was made over the API, as JSON with its secrets sealed; only in the first partition. */
  storedChannels: string;
  /** STRING: another one after each change of such a channel; only in the first partition. */
  storedChannelsRevision: string;
  /** SET of channels that have a queue; only in the first partition. */
  usedChannels: string;
  /** HASH of what failed again and again, as JSON, by what it is. */
  setAside: string;
  /** STRING: how often something failed lately. */
  tries(name: string): string;
  /** ZSET `at:count` → at: when the sweep found overdue work. */
  repairs: string;
  /** HASH of the monitor's own state; only in the first partition. */
  watch: string;
  /** HASH node → what it judges by, as JSON; only in the first partition, and gone with the last node. */
  nodes: string;
  /** HASH `asked`: who last wanted monitor.yaml read again; node → what became of it, as JSON; only in the first partition. */
  reload: string;
  /** HASH key id → how many living instances were registered with it. */
  instancesByKey: string;
  /** SET of the new services that a key has brought in this minute; only in the first partition. */
  newServices(keyId: string): string;
  /** HASH of counters by status: what the gauges show. */
  totals: string;
  /** What stands for a list, or for the totals, of synthetic services. */
  synthetic(list: 'totals' | 'services' | 'incidents' | 'notifications'): string;
  /** STRING: the node that runs synthetic outages; only in the first partition. */
  syntheticLease: string;
  /** HASH: the rules with which everything was last checked again; only in the first partition. */
  rules: string;
  /** STRING: the worker that does so now; only in the first partition. */
  rulesLease: string;
  /** STRING: the worker that removes old records now; only in the first partition. */
  retentionLease: string;
  /** HASH window → maintenance window that is not over for long, as JSON; only in the first partition. */
  maintenance: string;
  /** STRING: another one after each change of a maintenance window; only in the first partition. */
  maintenanceRevision: string;
  /** ZSET of maintenance windows as JSON → when they were over; only in the first partition. */
  pastMaintenance: string;
  /** HASH of one outage group: `revision`, and the group as JSON; this and all below only in the first partition. */
  group(groupId: string): string;
  /** ZSET groupId → when its first instance fell silent. */
  groups: string;
  /** ZSET groupId → when an open group is looked at again. */
  groupTimer: string;
  /** HASH cause → groupId, of the open groups. */
  groupCauses: string;
  /** HASH incidentId → the latest group that it is part of. */
  groupOfIncident: string;
  /** STRING: the worker that looks for common causes now, or looked a moment ago. */
  groupLookLease: string;
  /** STRING: when the latest look began that was finished. */
  groupLook: string;
  /** STRING: what a node wrote last to find out whether Redis forgets. */
  mark(nodeId: string): string;
  /** HASH of one instance. */
  instance(instanceId: string): string;
  /** HASH of one service, with its counts by status. */
  service(serviceId: string): string;
  /** ZSET instanceId → registeredAt while it may replace another instance, 0 afterwards. */
  serviceInstances(serviceId: string): string;
  /** LIST of `at status`: the changes of one service, oldest first. */
  history(serviceId: string): string;
  /** STRING: how one service was on each day, and what was before the oldest entry of its history. */
  uptime(serviceId: string): string;
  /** LIST of `[at, version, version before]`: when the version of one service changed, oldest first. */
  deploys(serviceId: string): string;
  /** STRING of 60 places: the metrics of one instance in the last hour; ends by itself. */
  instanceMetrics(instanceId: string): string;
  /** STRING: the worker that keeps metrics now; only in the first partition. */
  metricsLease: string;
  /** ZSET serviceId → the first day that must be counted again. */
  historyDue: string;
  /** STRING: the day up to which the days of all services were counted. */
  historyDay: string;
  /** STRING: the worker that counts days now; only in the first partition. */
  historyLease: string;
  /** STRING: one incident as JSON. */
  incident(incidentId: string): string;
  /** HASH of one notification. */
  notification(notificationId: string): string;
  /** ZSET notificationId → createdAt, of one incident. */
  incidentNotifications(incidentId: string): string;
  /**
   * HASH of one incident or outage group, for channels that change what they sent: channel → its message as JSON,
   * `<channel>:taken` → until when which message is being sent. It ends by itself.
   */
  threads(incidentId: string): string;
  /** SET of names of messages of one incident whose plan is finished: a channel without a row gets none any more. */
  plannedMessages(incidentId: string): string;
}

export function partitionKeys(partition: number): PartitionKeys {
  const tag = `{m${partition}}`;
  return {
    tag,
    seen: `${tag}:seen`,
    timer: `${tag}:timer`,
    serviceTimer: `${tag}:service-timer`,
    wake: `${tag}:wake`,
    lastHeartbeats: `${tag}:last-heartbeats`,
    changes: `${tag}:changes`,
    clock: `${tag}:clock`,
    blind: `${tag}:blind`,
    events: `${tag}:events`,
    statuses: `${tag}:statuses`,
    serviceIndex: `${tag}:services`,
    incidents: `${tag}:incidents`,
    deliveries: `${tag}:deliveries`,
    notifications: `${tag}:notifications`,
    channels: `${tag}:channels`,
    circuits: `${tag}:circuits`,
    waiting: (channelId) => `${tag}:waiting:${channelId}`,
    session: (idHash) => `${tag}:session:${idHash}`,
    drill: (drillId) => `${tag}:drill:${drillId}`,
    callback: (seal) => `${tag}:callback:${seal}`,
    storm: (channelId) => `${tag}:storm:${channelId}`,
    folded: (channelId) => `${tag}:folded:${channelId}`,
    digestEntries: (digestId) => `${tag}:digest:${digestId}`,
    storedChannels: `${tag}:stored-channels`,
    storedChannelsRevision: `${tag}:stored-channels-revision`,
    usedChannels: `${tag}:used-channels`,
    setAside: `${tag}:set-aside`,
    tries: (name) => `${tag}:tries:${name}`,
    repairs: `${tag}:repairs`,
    watch: `${tag}:watch`,
    nodes: `${tag}:nodes`,
    reload: `${tag}:reload`,
    instancesByKey: `${tag}:instances-by-key`,
    newServices: (keyId) => `${tag}:new-services:${keyId}`,
    totals: `${tag}:totals`,
    synthetic: (list) => `${tag}:rehearsed:${list}`,
    syntheticLease: `${tag}:rehearsal-lease`,
    rules: `${tag}:rules`,
    rulesLease: `${tag}:rules-lease`,
    retentionLease: `${tag}:retention-lease`,
    maintenance: `${tag}:maintenance`,
    maintenanceRevision: `${tag}:maintenance-revision`,
    pastMaintenance: `${tag}:past-maintenance`,
    group: (groupId) => `${tag}:group:${groupId}`,
    groups: `${tag}:groups`,
    groupTimer: `${tag}:group-timer`,
    groupCauses: `${tag}:group-causes`,
    groupOfIncident: `${tag}:group-of-incident`,
    groupLookLease: `${tag}:group-look-lease`,
    groupLook: `${tag}:group-look`,
    mark: (nodeId) => `${tag}:mark:${nodeId}`,
    instance: (instanceId) => `${tag}:i:${instanceId}`,
    service: (serviceId) => `${tag}:s:${serviceId}`,
    serviceInstances: (serviceId) => `${tag}:si:${serviceId}`,
    history: (serviceId) => `${tag}:history:${serviceId}`,
    uptime: (serviceId) => `${tag}:uptime:${serviceId}`,
    deploys: (serviceId) => `${tag}:deploys:${serviceId}`,
    instanceMetrics: (instanceId) => `${tag}:im:${instanceId}`,
    metricsLease: `${tag}:metrics-lease`,
    historyDue: `${tag}:history-due`,
    historyDay: `${tag}:history-day`,
    historyLease: `${tag}:history-lease`,
    incident: (incidentId) => `${tag}:incident:${incidentId}`,
    notification: (notificationId) => `${tag}:n:${notificationId}`,
    incidentNotifications: (incidentId) => `${tag}:in:${incidentId}`,
    threads: (incidentId) => `${tag}:threads:${incidentId}`,
    plannedMessages: (incidentId) => `${tag}:planned:${incidentId}`,
  };
}

/** The names that belong to the whole monitor. */
export const globalKeys = {
  /** HASH of facts that must not change after the first start, such as the number of partitions. */
  meta: 'monitor:meta',
  /** HASH key id → API key record as JSON. */
  apiKeys: 'monitor:api-keys',
  /** HASH key id → when it was revoked; kept for good, or the key would be valid again at the next start. */
  revokedApiKeys: 'monitor:revoked-api-keys',
  /** STREAM of what was done with powerful keys. */
  audit: 'monitor:audit',
} as const;
