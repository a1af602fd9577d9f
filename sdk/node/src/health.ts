export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** How an application says that it is. Reasons are for people; together they are cut at 256 characters. */
export type Health =
  | HealthStatus
  | { status: HealthStatus; reasons?: string | readonly string[] | undefined };
