using System.Text.Json.Nodes;

namespace ServiceMonitor.Client.Transport;

/// <summary><c>ServiceRegistrationRequest</c> of the contract, with the interval added.</summary>
internal sealed record RegistrationRequest
{
    public required string ServiceName { get; init; }

    public required string Environment { get; init; }

    public string? Version { get; init; }

    public string? InstanceId { get; init; }

    public string? Hostname { get; init; }

    public int? Port { get; init; }

    public string? Url { get; init; }

    public int? ProcessId { get; init; }

    public required JsonObject Metadata { get; init; }

    /// <summary>Tells the monitor how long a silence is normal for this instance.</summary>
    public double HeartbeatIntervalSeconds { get; init; }
}
