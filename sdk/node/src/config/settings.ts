/** The options that have a variable. The README's table holds the same names; a test compares them. */
export const settings = {
  enabled: 'SERVICE_MONITOR_ENABLED',
  baseUrl: 'SERVICE_MONITOR_URL',
  apiKey: 'SERVICE_MONITOR_API_KEY',
  serviceName: 'SERVICE_MONITOR_SERVICE',
  environment: 'SERVICE_MONITOR_ENVIRONMENT',
  version: 'SERVICE_MONITOR_VERSION',
  instanceId: 'SERVICE_MONITOR_INSTANCE_ID',
  hostname: 'SERVICE_MONITOR_HOSTNAME',
  port: 'SERVICE_MONITOR_PORT',
  url: 'SERVICE_MONITOR_INSTANCE_URL',
  heartbeatIntervalMs: 'SERVICE_MONITOR_HEARTBEAT_INTERVAL',
  enableMetrics: 'SERVICE_MONITOR_ENABLE_METRICS',
  enableRequestTracking: 'SERVICE_MONITOR_ENABLE_REQUEST_TRACKING',
  askCloudMetadata: 'SERVICE_MONITOR_ASK_CLOUD_METADATA',
} as const;

export type SettingName = keyof typeof settings;
