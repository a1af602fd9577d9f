import { oneLine } from '../one-line.ts';
import type { HeartbeatReply, RegistrationReply } from './wire.ts';

/** Null when the monitor cannot have sent it. What it may add later is ignored. */
export const parseReply = {
  registration(body: unknown): RegistrationReply | null {
    const { serviceId, instanceId } = fieldsOf(body);
    // It is logged and becomes a part of an address: one that is not a clean line is not the monitor's.
    if (typeof instanceId !== 'string' || instanceId === '' || instanceId !== oneLine(instanceId))
      return null;
    return { instanceId, serviceId: typeof serviceId === 'string' ? serviceId : '' };
  },

  heartbeat(body: unknown): HeartbeatReply | null {
    const { status, serviceStatus, nextHeartbeatSeconds } = fieldsOf(body);
    if (status !== 'ok') return null;
    return {
      serviceStatus: typeof serviceStatus === 'string' ? serviceStatus : null,
      nextHeartbeatSeconds: typeof nextHeartbeatSeconds === 'number' ? nextHeartbeatSeconds : null,
    };
  },

  /** A stop is answered with nothing, and never with a page. */
  stop: (body: unknown): true | null => (body === undefined ? null : true),
};

interface Fields {
  status?: unknown;
  serviceId?: unknown;
  instanceId?: unknown;
  serviceStatus?: unknown;
  nextHeartbeatSeconds?: unknown;
}

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? body : {};
}
