using System.Text.Json.Nodes;

namespace ServiceMonitor.Client;

/// <summary>
/// What the SDK needs to know. Values come from the configuration section <c>ServiceMonitor</c>, then from
/// <c>SERVICE_MONITOR_*</c> variables, then from the code that calls <c>AddMonitor</c>; the later one wins.
/// They are read again when the configuration changes; the key also after the monitor refused it.
/// </summary>
public sealed class ServiceMonitorOptions
{
    /// <summary>Whether the SDK does anything at all. Default: <see langword="true"/>.</summary>
    public bool Enabled { get; set; } = true;

    /// <summary>Address of the monitor, such as <c>https://monitor.example.com</c>. Required.</summary>
    public string? BaseUrl { get; set; }

    /// <summary>API key, sent as <c>X-API-Key</c> and never logged. Required.</summary>
    public string? ApiKey { get; set; }

    /// <summary>Name of the service. Default: the application's name.</summary>
    public string? ServiceName { get; set; }

    /// <summary>Name of the environment. Default: the host's environment, such as <c>Production</c>.</summary>
    public string? Environment { get; set; }

    /// <summary>Version of the service. Default: the entry assembly's informational version.</summary>
    public string? Version { get; set; }

    /// <summary>
    /// Key of this instance among those of its service. Default: none, so that the monitor uses
    /// <c>hostname:port</c>; an application that listens on no port sends <c>hostname:process id</c>.
    /// </summary>
    public string? InstanceId { get; set; }

    /// <summary>Name of the host. Default: the machine's own.</summary>
    public string? Hostname { get; set; }

    /// <summary>Port of this instance. Default: what the server is bound to; a worker has none.</summary>
    public int? Port { get; set; }

    /// <summary>Address of this instance. Default: derived from what the server is bound to.</summary>
    public string? Url { get; set; }

    /// <summary>
    /// Time between two heartbeats. Default: 30 seconds. The monitor may ask for another one; a longer one is kept only
    /// when three answers in a row asked for it and it is registered.
    /// </summary>
    public TimeSpan HeartbeatInterval { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How long one request to the monitor may take. Default: 10 seconds.</summary>
    public TimeSpan RequestTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// How long the deregistration to the monitor may hold up the application's stop. Default: 3 seconds; zero: no deregistration.
    /// </summary>
    public TimeSpan ShutdownTimeout { get; set; } = TimeSpan.FromSeconds(3);

    /// <summary>Whether heartbeats carry processor, memory, disk and thread figures. Default: <see langword="true"/>.</summary>
    public bool EnableMetrics { get; set; } = true;

    /// <summary>
    /// Whether heartbeats carry request figures. Default: <see langword="true"/>. Needs <c>app.UseMonitorTracking()</c>.
    /// </summary>
    public bool EnableRequestTracking { get; set; } = true;

    /// <summary>
    /// Whether heartbeats carry the result of the application's health checks (<c>services.AddHealthChecks()</c>), if it
    /// has any. Default: <see langword="true"/>.
    /// </summary>
    public bool EnableHealthChecks { get; set; } = true;

    /// <summary>
    /// How long one round of the health checks may take; a longer one counts as unhealthy. Default: 10 seconds. No
    /// heartbeat waits for it.
    /// </summary>
    public TimeSpan HealthTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Whether heartbeats make spans too, in the source <c>ServiceMonitor.Client</c>. Default: <see langword="false"/>:
    /// only the registration and the deregistration do.
    /// </summary>
    public bool EnableHeartbeatTracing { get; set; }

    /// <summary>
    /// Whether an invalid configuration stops the application from starting. Default: <see langword="false"/>:
    /// the SDK logs every error at once and stays idle.
    /// </summary>
    public bool ThrowOnInvalidConfiguration { get; set; }

    /// <summary>
    /// Your own facts about this instance, as any JSON, sent when it registers. The SDK's own keys win over equal ones.
    /// </summary>
    public IDictionary<string, JsonNode?> Metadata { get; } = new Dictionary<string, JsonNode?>(StringComparer.Ordinal);

    /// <summary>
    /// Labels of the service, such as a team, for routes and filters of the monitor; sent with the metadata, as <c>labels</c>.
    /// </summary>
    public IDictionary<string, string> Labels { get; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Whether the registration says where the instance runs. Default: <see langword="true"/>.</summary>
    public bool EnableLocation { get; set; } = true;

    /// <summary>
    /// Where this instance runs: <c>host</c>, <c>node</c>, <c>zone</c>, <c>region</c>, <c>cluster</c>, <c>deployment</c>.
    /// Default: what the SDK finds out. What is set here wins; an empty text sends nothing.
    /// </summary>
    public IDictionary<string, string> Location { get; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>
    /// Whether the metadata address of the cloud (AWS, Google Cloud, Azure) may be asked where this instance runs, for at
    /// most a second. Default: <see langword="false"/>.
    /// </summary>
    public bool AskCloudMetadata { get; set; }

    // Values that were set but could not be understood; validation lists them with the other errors.
    internal IList<string> Unreadable { get; } = [];
}
