export { addMonitor } from './add-monitor.ts';
export type { Health, HealthStatus } from './health.ts';
export type { Logger } from './log/logger.ts';
export { MonitorConfigError } from './monitor-config-error.ts';
export type { MonitorHandle, Registration, StopOutcome } from './monitor-handle.ts';
export type { MonitorLocation, MonitorOptions, MonitorTimeouts } from './monitor-options.ts';
export type { MonitorState, MonitorStatus } from './monitor-status.ts';
