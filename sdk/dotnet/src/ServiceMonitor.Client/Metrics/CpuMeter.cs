using System.Diagnostics;

namespace ServiceMonitor.Client.Metrics;

/// <summary>
/// Processor time of this process as a share of what it may use, since the last call. The first call covers the
/// process's life so far, so that already the first heartbeat has a figure.
/// </summary>
internal sealed class CpuMeter(TimeProvider clock, Func<double?> limit)
{
    // Below this the ticks of the processor clock would show as jumps.
    private static readonly TimeSpan ShortestSpan = TimeSpan.FromMilliseconds(50);

    private TimeSpan usedBefore;
    private long readAt;
    private double? last;

    internal double? Percent()
    {
        using var process = Process.GetCurrentProcess();
        var used = process.TotalProcessorTime;
        var now = clock.GetTimestamp();
        var elapsed = last is null ? DateTime.Now - process.StartTime : clock.GetElapsedTime(readAt, now);
        if (elapsed < ShortestSpan) return last;

        var processors = Math.Min(limit() ?? double.MaxValue, Environment.ProcessorCount);
        last = Math.Clamp((used - usedBefore) / elapsed / processors * 100, 0, 100);
        (usedBefore, readAt) = (used, now);
        return last;
    }
}
