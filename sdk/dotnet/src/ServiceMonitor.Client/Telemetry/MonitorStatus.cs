using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Telemetry;

/// <summary>What the last answers said.</summary>
internal sealed class MonitorStatus(RegistrationState state, TimeProvider clock) : IServiceMonitorStatus
{
    private readonly object gate = new();
    private DateTimeOffset? lastAcceptedHeartbeat;
    private (string Text, DateTimeOffset At)? lastError;

    public bool IsRegistered => InstanceId is not null;

    public string? InstanceId => state.CurrentId;

    public DateTimeOffset? LastAcceptedHeartbeat
    {
        get { lock (gate) return lastAcceptedHeartbeat; }
    }

    public string? LastError
    {
        get { lock (gate) return lastError?.Text; }
    }

    public DateTimeOffset? LastErrorAt
    {
        get { lock (gate) return lastError?.At; }
    }

    internal void Heard(Operation operation, Verdict verdict, string reason)
    {
        var now = clock.GetUtcNow();
        lock (gate)
        {
            if (verdict is not Verdict.Accepted) lastError = ($"{operation} failed: {reason}", now);
            else if (operation is Operation.Heartbeat) lastAcceptedHeartbeat = now;
        }
    }
}
