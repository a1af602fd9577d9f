namespace ServiceMonitor.Client;

/// <summary>How this application stands with the monitor. A service that <c>AddMonitor</c> adds.</summary>
public interface IServiceMonitorStatus
{
    /// <summary>Whether the monitor knows this instance now.</summary>
    bool IsRegistered { get; }

    /// <summary>The id that the monitor gave to this instance; <see langword="null"/> while it is not registered.</summary>
    string? InstanceId { get; }

    /// <summary>When the monitor last took a heartbeat; <see langword="null"/> if it never did.</summary>
    DateTimeOffset? LastAcceptedHeartbeat { get; }

    /// <summary>What went wrong last, with the address, also if it works again; <see langword="null"/> if nothing did.</summary>
    string? LastError { get; }

    /// <summary>When that was.</summary>
    DateTimeOffset? LastErrorAt { get; }
}
