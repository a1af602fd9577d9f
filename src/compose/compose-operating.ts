import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { acknowledgeToken } from '../acknowledge-token.ts';
import { createAcknowledgeByLink } from '../actors/operating/acknowledge-by-link.ts';
import { createAcknowledgeGroup } from '../actors/operating/acknowledge-group.ts';
import { createActOnCallback } from '../actors/operating/act-on-callback.ts';
import { createActOnIncident } from '../actors/operating/act-on-incident.ts';
import { createActOnMaintenance } from '../actors/operating/act-on-maintenance.ts';
import { createArchiveService } from '../actors/operating/archive-service.ts';
import { createAskForReload } from '../actors/operating/ask-for-reload.ts';
import { createDrillChannel } from '../actors/operating/drill-channel.ts';
import { createReceiveCallback } from '../actors/operating/receive-callback.ts';
import { createReplayNotification } from '../actors/operating/replay-notification.ts';
import { createTestChannel } from '../actors/operating/test-channel.ts';
import type { Readings } from '../actors/ports/reading.ts';
import { openCallbacks } from '../channels/registry.ts';
import type { Operating } from '../http/ports.ts';
import { createApiKeys } from '../store/access/api-keys.ts';
import { createAuditTrail } from '../store/access/audit-trail.ts';
import { makeKey } from '../store/access/make-key.ts';
import { createChannelHealths } from '../store/channel-health/channel-healths.ts';
import { createCircuits } from '../store/channel-health/circuits.ts';
import { createDrills } from '../store/channel-health/drills.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { createIncidentActs } from '../store/incidents/incident-acts.ts';
import { createMaintenance } from '../store/maintenance/maintenance.ts';
import { createNodeReadings } from '../store/monitor/read-nodes.ts';
import { createReloads } from '../store/monitor/reloads.ts';
import { createChannelTests } from '../store/notifications/channel-tests.ts';
import { createKnownChannels } from '../store/notifications/known-channels.ts';
import { createLinkedMessages } from '../store/notifications/linked-messages.ts';
import { createReplays } from '../store/notifications/replays.ts';
import { createSeenCallbacks } from '../store/notifications/seen-callbacks.ts';
import { createGroupReadings } from '../store/outage-groups/group-readings.ts';
import { createArchive } from '../store/services/archive.ts';
import { drillUrls } from './acknowledge-urls.ts';
import { composeStoredChannels } from './compose-stored-channels.ts';
import type { Foundation } from './foundation.ts';
import { createReachableBy, openUsedChannel } from './open-used-channel.ts';
import type { UsedChannel } from './used-channel.ts';

/** What operators and administrators may do over HTTP; `client` fails fast, so that nobody waits for Redis. */
export function composeOperating(
  foundation: Foundation,
  { client, readings }: { client: RedisClient; readings: Readings },
  publicUrl: () => string,
): Operating {
  const { config, current, partitions, deliveryQueue, linkSecret, meter, log } = foundation;
  const delivered = () => (config.roles.includes('worker') ? current.channelIds : []);
  const incidentActs = createIncidentActs(client, partitions);
  const actOnIncident = createActOnIncident({ incidentActs, meter });
  const drills = createDrills(client, partitions);
  const reachableBy = createReachableBy(config.channelPrivateNetworks);
  const servicesOf = (used: UsedChannel) => ({
    ...{ publicUrl: publicUrl(), now: Date.now },
    allowPrivateNetworks: reachableBy(used),
  });
  const usedOf = (channelId: string) => current.channels.find(({ id }) => id === channelId) ?? null;
  const open = (channelId: string) => {
    const used = usedOf(channelId);
    return used === null ? null : openUsedChannel(used, servicesOf(used));
  };
  const testChannel = createTestChannel({
    ...{ open, publicUrl, newId: randomUUID, now: Date.now, log },
    tests: createChannelTests(client, partitions),
    circuits: createCircuits(client, partitions),
  });
  const acknowledgeGroup = createAcknowledgeGroup({ readings, actOnIncident });
  const maintenance = createActOnMaintenance({
    maintenance: createMaintenance(client, partitions),
    ofFile: () => current.now.maintenance,
  });
  const actOnCallback = createActOnCallback({
    ...{ readings, actOnIncident, acknowledgeGroup, maintenance, drills, newId: randomUUID, log },
    groups: createGroupReadings(client, partitions),
  });
  return {
    actOnIncident,
    receiveCallback: createReceiveCallback({
      readerOf: (channelId) => {
        const used = usedOf(channelId);
        return used?.opened.kind === 'usable' ? openCallbacks(used.opened.config, servicesOf(used)) : null;
      },
      seen: createSeenCallbacks(client, partitions),
      ...{ actOnCallback, log },
    }),
    acknowledgeByLink: createAcknowledgeByLink({
      readToken: (token) => acknowledgeToken.read(linkSecret.value, token),
      linkedMessages: createLinkedMessages(client, partitions),
      ...{ actOnIncident, acknowledgeGroup },
      ...{ drills, log },
    }),
    acknowledgeGroup,
    archiveService: createArchiveService({ archive: createArchive(client, partitions), meter }),
    replayNotification: createReplayNotification({
      replays: createReplays(client, partitions),
      deliveryQueue,
      knownChannels: createKnownChannels(createNodeReadings(client, partitions), delivered),
    }),
    maintenance,
    ...composeStoredChannels(foundation, client),
    channelHealths: createChannelHealths(client, partitions).read,
    testChannel,
    drillChannel: createDrillChannel({
      typeOf: (id) => usedOf(id)?.type ?? null,
      ...{ testChannel, drills, linkOf: drillUrls(foundation), newId: randomUUID },
      lifetimeMs: config.linkLifetimeMs,
    }),
    readDrill: (drillId) => drills.read(drillId),
    askForReload: createAskForReload({
      reloads: createReloads(client, partitions),
      nodes: createNodeReadings(client, partitions),
      wait: (ms) => wait(ms),
      now: () => performance.now(),
    }),
    apiKeys: createApiKeys(client),
    makeKey,
    auditTrail: createAuditTrail(client),
  };
}
