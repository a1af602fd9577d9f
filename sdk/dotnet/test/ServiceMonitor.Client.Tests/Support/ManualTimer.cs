namespace ServiceMonitor.Client.Tests.Support;

/// <summary>A timer of <see cref="ManualTimeProvider"/>; nothing in the SDK uses periods.</summary>
internal sealed class ManualTimer(ManualTimeProvider clock, Action fire) : ITimer
{
    internal TimeSpan Wait { get; set; }

    internal DateTimeOffset DueAt { get; set; }

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        clock.Schedule(this, dueTime);
        return true;
    }

    public void Dispose() => clock.Cancel(this);

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    internal void Fire() => fire();
}
