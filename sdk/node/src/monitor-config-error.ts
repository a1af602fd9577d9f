/** Everything that is wrong with a configuration. Thrown with `strict: true` only. */
export class MonitorConfigError extends Error {
  readonly code = 'monitor-config-invalid';
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`Service Monitor is not configured: ${errors.join('; ')}`);
    this.name = 'MonitorConfigError';
    this.errors = errors;
  }
}
