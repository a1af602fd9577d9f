namespace ServiceMonitor.Client.AspNetCore.Tracking;

/// <summary>Counts requests: how many are in flight, and how many came in the last minute.</summary>
internal sealed class RequestTracker(TimeProvider clock)
{
    private readonly MinuteCounter minute = new(clock);
    private long active;

    /// <summary>Whether <c>UseMonitorTracking</c> was called, so that the figures mean something.</summary>
    internal bool IsAttached { get; set; }

    internal long Active => Interlocked.Read(ref active);

    internal long RequestsInLastMinute() => minute.Sum();

    internal void Began()
    {
        minute.Count();
        Interlocked.Increment(ref active);
    }

    internal void Ended() => Interlocked.Decrement(ref active);
}
