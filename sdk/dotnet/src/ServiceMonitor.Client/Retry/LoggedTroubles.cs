namespace ServiceMonitor.Client.Retry;

/// <summary>
/// Which failures of an outage are logged: each kind once, and at most one a minute, so that kinds that take turns
/// do not flood a log. What comes sooner is logged when it comes again. <c>test/wire/trouble-vectors.json</c> holds it for
/// every SDK.
/// </summary>
internal sealed class LoggedTroubles
{
    private static readonly TimeSpan OneIn = TimeSpan.FromMinutes(1);

    private readonly HashSet<int> logged = [];
    private TimeSpan loggedAt;

    /// <summary>Asked once for each failure: what is news now is not the next time.</summary>
    /// <param name="status">Nothing: there was no answer.</param>
    /// <param name="now">Since any moment that stays the same.</param>
    internal bool IsNews(int? status, TimeSpan now)
    {
        if (logged.Count > 0 && now - loggedAt < OneIn) return false;
        if (!logged.Add(status ?? 0)) return false;
        loggedAt = now;
        return true;
    }

    /// <summary>The outage is over.</summary>
    internal void End() => logged.Clear();
}
