using System.Text.Json.Serialization;

namespace ServiceMonitor.Client.Transport;

/// <summary>The contract's heartbeat metadata. A figure that is switched off or cannot be had is left out.</summary>
internal sealed record HeartbeatMetadata
{
    [JsonPropertyName("timestamp")]
    public required string Timestamp { get; init; }

    [JsonPropertyName("cpu_percent")]
    public double? CpuPercent { get; init; }

    [JsonPropertyName("memory_mb")]
    public double? MemoryMb { get; init; }

    [JsonPropertyName("total_memory_mb")]
    public double? TotalMemoryMb { get; init; }

    [JsonPropertyName("disk_usage_percent")]
    public double? DiskUsagePercent { get; init; }

    [JsonPropertyName("thread_count")]
    public int? ThreadCount { get; init; }

    [JsonPropertyName("requests_per_minute")]
    public long? RequestsPerMinute { get; init; }

    [JsonPropertyName("active_connections")]
    public long? ActiveConnections { get; init; }

    /// <summary>Why the application is not healthy, by its own health checks.</summary>
    [JsonPropertyName("health_reasons")]
    public string? HealthReasons { get; init; }
}
