namespace ServiceMonitor.Client.Transport;

/// <summary><c>HeartbeatRequest</c> of the contract, with the result of the health checks added.</summary>
internal sealed record HeartbeatRequest(string InstanceId, HeartbeatMetadata Metadata, string? Health = null);
