namespace ServiceMonitor.Client.Configuration;

/// <summary>Every option that can be set from outside. The README's table is checked against this list.</summary>
internal static class OptionSettings
{
    internal static readonly IReadOnlyList<OptionSetting> All =
    [
        new("Enabled", "SERVICE_MONITOR_ENABLED", (o, text) => o.Enabled = TextValue.ToBoolean(text)),
        new("BaseUrl", "SERVICE_MONITOR_URL", (o, text) => o.BaseUrl = text),
        // The file comes first: a key that is set outright wins over it.
        new("ApiKeyFile", "SERVICE_MONITOR_API_KEY_FILE", (o, text) => o.ApiKey = TextValue.ToFileContent(text)),
        new("ApiKey", "SERVICE_MONITOR_API_KEY", (o, text) => o.ApiKey = text),
        new("ServiceName", "SERVICE_MONITOR_SERVICE", (o, text) => o.ServiceName = text),
        new("Environment", "SERVICE_MONITOR_ENVIRONMENT", (o, text) => o.Environment = text),
        new("Version", "SERVICE_MONITOR_VERSION", (o, text) => o.Version = text),
        new("InstanceId", "SERVICE_MONITOR_INSTANCE_ID", (o, text) => o.InstanceId = text),
        new("Hostname", "SERVICE_MONITOR_HOSTNAME", (o, text) => o.Hostname = text),
        new("Port", "SERVICE_MONITOR_PORT", (o, text) => o.Port = TextValue.ToPort(text)),
        new("Url", "SERVICE_MONITOR_INSTANCE_URL", (o, text) => o.Url = text),
        new("HeartbeatInterval", "SERVICE_MONITOR_HEARTBEAT_INTERVAL", (o, text) => o.HeartbeatInterval = TextValue.ToDuration(text)),
        new("RequestTimeout", "SERVICE_MONITOR_REQUEST_TIMEOUT", (o, text) => o.RequestTimeout = TextValue.ToDuration(text)),
        new("ShutdownTimeout", "SERVICE_MONITOR_SHUTDOWN_TIMEOUT", (o, text) => o.ShutdownTimeout = TextValue.ToDuration(text)),
        new("EnableMetrics", "SERVICE_MONITOR_ENABLE_METRICS", (o, text) => o.EnableMetrics = TextValue.ToBoolean(text)),
        new("EnableRequestTracking", "SERVICE_MONITOR_ENABLE_REQUEST_TRACKING", (o, text) => o.EnableRequestTracking = TextValue.ToBoolean(text)),
        new("EnableHealthChecks", "SERVICE_MONITOR_ENABLE_HEALTH_CHECKS", (o, text) => o.EnableHealthChecks = TextValue.ToBoolean(text)),
        new("HealthTimeout", "SERVICE_MONITOR_HEALTH_TIMEOUT", (o, text) => o.HealthTimeout = TextValue.ToDuration(text)),
        new("EnableHeartbeatTracing", "SERVICE_MONITOR_ENABLE_HEARTBEAT_TRACING", (o, text) => o.EnableHeartbeatTracing = TextValue.ToBoolean(text)),
        new("EnableLocation", "SERVICE_MONITOR_ENABLE_LOCATION", (o, text) => o.EnableLocation = TextValue.ToBoolean(text)),
        new("AskCloudMetadata", "SERVICE_MONITOR_ASK_CLOUD_METADATA", (o, text) => o.AskCloudMetadata = TextValue.ToBoolean(text)),
        new("ThrowOnInvalidConfiguration", "SERVICE_MONITOR_THROW_ON_INVALID_CONFIGURATION", (o, text) => o.ThrowOnInvalidConfiguration = TextValue.ToBoolean(text)),
    ];
}
