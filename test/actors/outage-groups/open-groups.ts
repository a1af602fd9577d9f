import { createDeliverNotification } from '../../../src/actors/deliver-notification.ts';
import { createEscalateGroup } from '../../../src/actors/outage-groups/escalate-group.ts';
import { createEscalatesTo, createLeadsTo } from '../../../src/actors/outage-groups/leads-to.ts';
import { createLookForCauses } from '../../../src/actors/outage-groups/look-for-causes.ts';
import { createTellGroup } from '../../../src/actors/outage-groups/tell-group.ts';
import { createTendGroup } from '../../../src/actors/outage-groups/tend-group.ts';
import { noReminding } from '../../../src/domain/reminding/reminder-rules.ts';
import { createFleet } from '../../../src/store/outage-groups/fleet.ts';
import { createGroupReadings } from '../../../src/store/outage-groups/group-readings.ts';
import { createOutageGroups } from '../../../src/store/outage-groups/outage-groups.ts';
import { describedAs } from '../../store/open-store.ts';
import { openActors } from '../open-actors.ts';

export type TestGroups = Awaited<ReturnType<typeof openGroups>>;

/** The actors with those of outage groups; a test says when it is looked, as no clock runs. */
export async function openGroups(
  channelIds: string[] = ['hook'],
  rules: Pick<Parameters<typeof openActors>[0] & object, 'routes' | 'reminding'> = {},
) {
  const actors = await openActors({ channelIds, ...rules });
  const { client, partitions, ids, rulesOf, channels, log } = actors;
  const counted: string[] = [];
  const onHost: string[] = [];
  const alive: string[] = [];
  const meter = {
    group: (event: string) => void counted.push(event),
    folded: () => void counted.push('folded'),
  };
  const groups = createOutageGroups(client, partitions, ids.notificationId);
  const planning = { ...actors, publicUrl: 'http://monitor' };
  const tellGroup = createTellGroup(planning);
  const tendGroup = createTendGroup({
    ...{ groups, tellGroup, meter, log },
    deliveryQueue: actors.deliveryQueue,
  });
  const lookForCauses = createLookForCauses({
    ...{ groups, tendGroup, ids, rulesOf, meter, log },
    fleet: createFleet(client, partitions, rulesOf),
    leadsTo: createLeadsTo({
      ...{ channels, rulesOf, routes: () => rules.routes ?? null },
      isSilenced: async (service, nowMs) => (await actors.silences.of(service, nowMs)) !== null,
    }),
    escalatesTo: createEscalatesTo({ remindingOf: () => rules.reminding?.() ?? noReminding, rulesOf }),
    channelIds: () => [...channels.keys()],
  });
  let token = 0;
  const deliver = createDeliverNotification({
    ...{ ...actors, newToken: () => `token-${++token}`, random: () => 0.5 },
    groups: { coverByLook: lookForCauses, escalateGroup: createEscalateGroup({ groups, tendGroup }), meter },
  });

  /** An instance of a service on a host, that was heard just now. */
  async function runOn(serviceName: string, instanceKey: string, host: string): Promise<string> {
    const described = { ...describedAs(serviceName, instanceKey), metadata: { host } };
    const { instanceId } = await actors.registerInstance(described);
    await actors.beat(instanceId);
    return instanceId;
  }

  return {
    ...actors,
    ...{ onHost, alive, runOn },
    ...{ groups, tendGroup, lookForCauses, counted, groupReadings: createGroupReadings(client, partitions) },

    async resetAll(): Promise<void> {
      for (const list of [counted, onHost, alive]) list.length = 0;
      await actors.reset();
    },

    /** Services on h7, each with these instances, and others of which one instance runs on each of h1 to h3. */
    async runFleet(
      here: readonly string[],
      keys: readonly string[],
      elsewhere: readonly string[],
    ): Promise<void> {
      for (const name of here) for (const key of keys) onHost.push(await runOn(name, key, 'h7'));
      for (const host of ['h1', 'h2', 'h3'])
        for (const name of elsewhere) alive.push(await runOn(name, host, host));
    },

    /** Time passes; those that live beat and are checked, and so are the silent. */
    async pass(ms: number, silent: readonly string[], living: readonly string[] = alive): Promise<void> {
      for (let passed = 0; passed < ms; passed += 500) {
        await actors.passTimeInAll(500);
        for (const id of living) await actors.beat(id);
        for (const id of silent) await actors.check(id);
        await actors.relay();
      }
    },

    /** Everything that is due is sent, or not, until nothing is left. */
    async deliverAll(): Promise<void> {
      for (let at = 0; at < actors.deliveries.length; at++)
        await deliver(actors.deliveries[at]?.notificationId ?? '');
    },

    /** The group timers that are due. */
    async tendAll(): Promise<void> {
      for (const groupId of (await groups.due()) ?? []) await tendGroup(groupId);
    },

    async onlyGroup() {
      const [view, ...others] = await groups.open();
      if (view === undefined || others.length > 0) throw new Error(`there is not just one group`);
      return view;
    },
  };
}
