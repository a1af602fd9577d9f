using System.Text.Json;

namespace ServiceMonitor.Client.Transport;

/// <summary>The part of the contract's <c>HeartbeatResponse</c> that the SDK uses.</summary>
internal sealed record HeartbeatResponse
{
    public string? Status { get; init; }

    /// <summary>The interval that the monitor wants; not every monitor says it.</summary>
    public double? NextHeartbeatSeconds { get; init; }

    /// <summary>What the monitor ignored; read with care, because a newer one may say it in another way.</summary>
    public JsonElement? Warnings { get; init; }
}
