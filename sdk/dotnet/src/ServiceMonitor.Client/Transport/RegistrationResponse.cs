namespace ServiceMonitor.Client.Transport;

/// <summary>The part of the contract's <c>ServiceRegistrationResponse</c> that the SDK uses.</summary>
internal sealed record RegistrationResponse
{
    /// <summary>The id to send in heartbeats.</summary>
    public string? InstanceId { get; init; }

    public string? Status { get; init; }
}
