import { type TestActors, timing } from './open-actors.ts';

/** Instances that live and fall silent; `actors` is asked at each call, for a file opens them before its tests. */
export function lives(actors: () => TestActors) {
  return {
    /** Registers, and beats once. */
    async living(instanceKey: string, serviceName = 'orders'): Promise<string> {
      const { instanceId } = await actors().register(serviceName, instanceKey);
      await actors().beat(instanceId);
      return instanceId;
    },

    /** As long as makes a Down passes, and they are checked. */
    async goDown(...instanceIds: string[]): Promise<void> {
      await actors().passTime(timing.downAfterMs);
      for (const instanceId of instanceIds) await actors().check(instanceId);
    },
  };
}
