namespace ServiceMonitor.Client.Transport;

/// <summary><c>HeartbeatRequest</c> of the contract.</summary>
internal sealed record HeartbeatRequest(string InstanceId, HeartbeatMetadata Metadata);
