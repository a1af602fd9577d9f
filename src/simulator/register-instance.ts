import type { MonitorClient } from './monitor-client.ts';
import type { Refusal } from './refusal.ts';
import { registrationBody } from './registration-body.ts';
import type { SimulatedInstance } from './simulated-instance.ts';

/** Registers one instance once and notes the ids that it gets; null when it went well. */
export async function registerInstance(
  client: MonitorClient,
  instance: SimulatedInstance,
): Promise<Refusal | null> {
  const reply = await client.register(registrationBody(instance.facts, Date.now()));
  if (reply.kind !== 'answered') return reply;
  instance.instanceId = reply.body.instanceId;
  instance.serviceId = reply.body.serviceId;
  return null;
}
