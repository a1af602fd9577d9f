import { lateView } from './late-view.tsx';

/** Views that most people never open, or not first. Each is loaded when it is opened. */
export const lateViews = {
  audit: lateView(async () => (await import('../audit/audit-view.tsx')).AuditView),
  channels: lateView(async () => (await import('../channel-list/channels-view.tsx')).ChannelsView),
  group: lateView(async () => (await import('../incidents/group-view.tsx')).GroupView),
  keys: lateView(async () => (await import('../keys/keys-view.tsx')).KeysView),
  map: lateView(async () => (await import('../map/map-view.tsx')).MapView),
  monitor: lateView(async () => (await import('../health/health-view.tsx')).HealthView),
  newcomer: lateView(async () => (await import('../newcomer/newcomer-view.tsx')).NewcomerView),
  wall: lateView(async () => (await import('../wall/wall-view.tsx')).WallView),
};
