namespace ServiceMonitor.Client.Tests.Support;

/// <summary>
/// A clock that stands still until it is advanced. A test waits with <see cref="WaitsForAsync"/> until the code under
/// test has begun to wait, then advances: no races, no sleeping.
/// </summary>
internal sealed class ManualTimeProvider : TimeProvider
{
    private readonly object gate = new();
    private readonly List<ManualTimer> timers = [];
    private readonly List<(TimeSpan Wait, TaskCompletionSource Seen)> watchers = [];
    private DateTimeOffset now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow()
    {
        lock (gate) return now;
    }

    public override long GetTimestamp() => GetUtcNow().Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Completes when somebody waits for exactly so long.</summary>
    internal Task WaitsForAsync(TimeSpan wait)
    {
        lock (gate)
        {
            if (timers.Any(timer => timer.Wait == wait)) return Task.CompletedTask;
            var seen = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            watchers.Add((wait, seen));
            return seen.Task.WithTimeout();
        }
    }

    internal void Advance(TimeSpan span)
    {
        ManualTimer[] due;
        lock (gate)
        {
            now += span;
            due = [.. timers.Where(timer => timer.DueAt <= now).OrderBy(timer => timer.DueAt)];
            foreach (var timer in due) timers.Remove(timer);
        }

        foreach (var timer in due) timer.Fire();
    }

    /// <summary>Waits until somebody waits for exactly so long, and lets that time pass.</summary>
    internal async Task PassAsync(TimeSpan wait)
    {
        await WaitsForAsync(wait);
        Advance(wait);
    }

    internal void Schedule(ManualTimer timer, TimeSpan dueTime)
    {
        lock (gate)
        {
            timers.Remove(timer);
            if (dueTime == Timeout.InfiniteTimeSpan) return;
            timer.Wait = dueTime;
            timer.DueAt = now + dueTime;
            timers.Add(timer);
            foreach (var watcher in watchers.Where(watcher => watcher.Wait == dueTime)) watcher.Seen.TrySetResult();
            watchers.RemoveAll(watcher => watcher.Wait == dueTime);
        }
    }

    internal void Cancel(ManualTimer timer)
    {
        lock (gate) timers.Remove(timer);
    }
}
