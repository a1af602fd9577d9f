namespace ServiceMonitor.Client.Telemetry;

/// <summary>What is asked of the monitor.</summary>
internal enum Operation
{
    Registration,
    Heartbeat,
    Deregister,
}
