namespace ServiceMonitor.Client.Retry;

/// <summary>
/// Which troubles of an outage are worth a line: each kind once, and at most one a minute, so that kinds that take turns
/// do not flood a log. What comes sooner is told when it comes again. <c>test/wire/trouble-vectors.json</c> holds it for
/// every SDK.
/// </summary>
internal sealed class ToldTroubles
{
    private static readonly TimeSpan OneIn = TimeSpan.FromMinutes(1);

    private readonly HashSet<int> told = [];
    private TimeSpan toldAt;

    /// <summary>Asked once for each failure: what is news now is not the next time.</summary>
    /// <param name="status">Nothing: there was no answer.</param>
    /// <param name="now">Since any moment that stays the same.</param>
    internal bool IsNews(int? status, TimeSpan now)
    {
        if (told.Count > 0 && now - toldAt < OneIn) return false;
        if (!told.Add(status ?? 0)) return false;
        toldAt = now;
        return true;
    }

    /// <summary>The outage is over.</summary>
    internal void End() => told.Clear();
}
