namespace ServiceMonitor.Client.Retry;

/// <summary>
/// How long to wait for what. <paramref name="random"/> gives numbers from 0 up to 1: a thousand instances that lost
/// the monitor at the same moment must not come back at the same moment.
/// </summary>
internal sealed class Waits(Func<double> random)
{
    /// <summary>The longest wait before a refused or rejected request is tried again.</summary>
    internal static readonly TimeSpan LongestRefused = TimeSpan.FromMinutes(5);

    /// <summary>The longest that a <c>Retry-After</c> is obeyed.</summary>
    internal static readonly TimeSpan LongestRetryAfter = TimeSpan.FromMinutes(5);

    // Twelve days: more than any interval, less than a TimeSpan can hold.
    private const int MostDoublings = 20;

    private static readonly TimeSpan First = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ShortestAskedInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestAskedInterval = TimeSpan.FromHours(1);

    /// <summary>Doubles with every failure up to the interval, of which the later half is drawn by chance.</summary>
    internal TimeSpan BackOff(TimeSpan interval, int failures, TimeSpan? retryAfter)
    {
        var first = Min(First, interval / 8);
        var doubled = first * Math.Pow(2, Math.Min(failures - 1, MostDoublings));
        var draw = random();
        var wait = Min(doubled, interval) * (0.5 + (0.5 * draw));
        return retryAfter is { } asked ? Max(wait, Min(asked, LongestRetryAfter) * (1 + (0.1 * draw))) : wait;
    }

    internal TimeSpan Refused() => Spread(LongestRefused);

    internal TimeSpan NextHeartbeat(TimeSpan interval) => Spread(interval);

    /// <summary>The interval that the monitor asks for, within reason; else our own.</summary>
    internal static TimeSpan Interval(TimeSpan own, double? askedSeconds)
    {
        if (askedSeconds is not { } seconds || !double.IsFinite(seconds)) return own;
        var asked = TimeSpan.FromSeconds(Math.Clamp(seconds, 0, LongestAskedInterval.TotalSeconds * 1_000));
        return Min(Max(asked, Min(ShortestAskedInterval, own)), Max(LongestAskedInterval, own));
    }

    /// <summary>Up to a tenth early, never late: chance spreads the fleet and costs no grace.</summary>
    private TimeSpan Spread(TimeSpan wait) => wait * (0.9 + (0.1 * random()));

    private static TimeSpan Min(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
