import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { acknowledgeToken } from '../acknowledge-token.ts';
import { createAcknowledgeByLink } from '../actors/operating/acknowledge-by-link.ts';
import { createActOnIncident } from '../actors/operating/act-on-incident.ts';
import { createActOnMaintenance } from '../actors/operating/act-on-maintenance.ts';
import { createArchiveService } from '../actors/operating/archive-service.ts';
import { createAskForReload } from '../actors/operating/ask-for-reload.ts';
import { createReplayNotification } from '../actors/operating/replay-notification.ts';
import { createTestChannel } from '../actors/operating/test-channel.ts';
import { openChannel } from '../channels/registry.ts';
import type { Operating } from '../http/ports.ts';
import { createApiKeys } from '../store/access/api-keys.ts';
import { createAuditTrail } from '../store/access/audit-trail.ts';
import { makeKey } from '../store/access/make-key.ts';
import type { RedisClient } from '../store/client/connect.ts';
import { createIncidentActs } from '../store/incidents/incident-acts.ts';
import { createMaintenance } from '../store/maintenance/maintenance.ts';
import { createNodeReadings } from '../store/monitor/read-nodes.ts';
import { createReloads } from '../store/monitor/reloads.ts';
import { createChannelTests } from '../store/notifications/channel-tests.ts';
import { createKnownChannels } from '../store/notifications/known-channels.ts';
import { createLinkedMessages } from '../store/notifications/linked-messages.ts';
import { createReplays } from '../store/notifications/replays.ts';
import { createArchive } from '../store/services/archive.ts';
import type { Foundation } from './foundation.ts';

/** What operators and administrators may do over HTTP; `client` fails fast, so that nobody waits for Redis. */
export function composeOperating(
  { config, current, partitions, deliveryQueue, linkSecret, meter, log }: Foundation,
  client: RedisClient,
  publicUrl: () => string,
): Operating {
  const delivered = () => (config.roles.includes('worker') ? current.channelIds : []);
  const incidentActs = createIncidentActs(client, partitions);
  const actOnIncident = createActOnIncident({ incidentActs, meter });
  return {
    actOnIncident,
    acknowledgeByLink: createAcknowledgeByLink({
      readToken: (token) => acknowledgeToken.read(linkSecret.value, token),
      linkedMessages: createLinkedMessages(client, partitions),
      actOnIncident,
    }),
    archiveService: createArchiveService({ archive: createArchive(client, partitions), meter }),
    replayNotification: createReplayNotification({
      replays: createReplays(client, partitions),
      deliveryQueue,
      knownChannels: createKnownChannels(createNodeReadings(client, partitions), delivered),
    }),
    maintenance: createActOnMaintenance({
      maintenance: createMaintenance(client, partitions),
      ofFile: () => current.now.maintenance,
    }),
    channels: () => current.now.channels.map(({ id, type }) => ({ channelId: id, type })),
    testChannel: createTestChannel({
      open(channelId) {
        const found = current.now.channels.find((channel) => channel.id === channelId);
        const services = { publicUrl: publicUrl(), allowPrivateNetworks: true, now: Date.now };
        return found === undefined ? null : openChannel(found, services);
      },
      publicUrl,
      newId: randomUUID,
      now: Date.now,
      log,
      tests: createChannelTests(client, partitions),
    }),
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
