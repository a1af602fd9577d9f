/** The metrics that the SDKs send, with the names that people read, in the order in which they help. */
export const sdkMetrics: ReadonlyMap<string, { name: string; unit: string }> = new Map([
  ['cpu_percent', { name: 'CPU', unit: ' %' }],
  ['memory_mb', { name: 'Memory', unit: ' MB' }],
  ['total_memory_mb', { name: 'Total memory', unit: ' MB' }],
  ['disk_usage_percent', { name: 'Disk used', unit: ' %' }],
  ['requests_per_minute', { name: 'Requests', unit: ' per min' }],
  ['active_connections', { name: 'Active connections', unit: '' }],
  ['thread_count', { name: 'Threads', unit: '' }],
]);
