using System.Text.Json;

namespace ServiceMonitor.Client.Transport;

/// <summary>The part of the contract's <c>ServiceRegistrationResponse</c> that the SDK uses.</summary>
internal sealed record RegistrationResponse
{
    /// <summary>The id to send in heartbeats.</summary>
    public string? InstanceId { get; init; }

    public string? Status { get; init; }

    /// <summary>What the monitor ignored; read with care, because a newer one may say it in another way.</summary>
    public JsonElement? Warnings { get; init; }
}
