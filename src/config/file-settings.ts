import type { ChannelConfig } from '../channels/registry.ts';
import type { DependencyRule } from '../domain/dependencies/dependency-rule.ts';
import type { MaintenanceWindow } from '../domain/maintenance/maintenance-window.ts';
import type { ServicePolicy } from '../domain/policy.ts';
import type { Reminding } from '../domain/reminding/reminder-rules.ts';
import type { Routing } from '../domain/routing.ts';
import type { StatusPage } from '../domain/status-page/status-page.ts';

/** What `monitor.yaml` decides. It may change while a node runs. */
export interface FileSettings {
  channels: readonly ChannelConfig[];
  /** Null: every channel gets everything. */
  routes: Routing | null;
  policies: readonly ServicePolicy[];
  /** What follows while nobody acknowledges an incident, unless a route says otherwise. */
  reminding: Reminding;
  /** Windows in which messages are held back, beside those that are declared over HTTP. */
  maintenance: readonly MaintenanceWindow[];
  /** Which services need which others. */
  dependencies: readonly DependencyRule[];
  /** Who is told that the monitor itself is impaired; null: every channel. */
  operatorChannels: readonly string[] | null;
  /** What everybody may read; none: there are no such pages. */
  statusPages: readonly StatusPage[];
  /** Follows from the policies, unless the environment says it. */
  blindAfterMs: number;
}
