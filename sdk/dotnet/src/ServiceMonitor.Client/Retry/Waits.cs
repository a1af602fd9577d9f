namespace ServiceMonitor.Client.Retry;

/// <summary>
/// How long to wait for what. <paramref name="random"/> gives numbers from 0 up to 1: a thousand instances that lost
/// the monitor at the same moment must not come back at the same moment.
/// </summary>
internal sealed class Waits(Func<double> random)
{
    // Twelve days: more than any interval, less than a TimeSpan can hold.
    private const int MostDoublings = 20;
    private const int MostDeregistrationDoublings = 2;

    private static readonly TimeSpan First = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan FirstDeregistration = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan ShortestDeregistration = TimeSpan.FromMilliseconds(500);

    /// <summary>
    /// Doubles with every failure up to the interval, of which the later half is drawn by chance. A <c>Retry-After</c>
    /// lengthens it, up to the interval as well: whoever is silent for longer may be taken for dead.
    /// </summary>
    internal TimeSpan BackOff(TimeSpan interval, int failures, TimeSpan? retryAfter)
    {
        var draw = random();
        var wait = Doubled(Min(First, interval / 8), failures, MostDoublings, interval, draw);
        if (retryAfter is not { } asked) return wait;
        return Max(wait, asked > interval ? Spread(interval, draw) : Min(interval, asked * (1 + (0.1 * draw))));
    }

    internal TimeSpan NextHeartbeat(TimeSpan interval) => Spread(interval, random());

    /// <summary>Before the deregistration is tried again; nothing when that does not fit in what is left.</summary>
    internal TimeSpan? Deregistration(int failures, TimeSpan left, TimeSpan? retryAfter)
    {
        var wait = Doubled(FirstDeregistration, failures, MostDeregistrationDoublings, TimeSpan.MaxValue, random());
        if (retryAfter is { } asked && asked < left) wait = Max(wait, asked);
        return wait < left ? wait : null;
    }

    /// <summary>How long one attempt of the deregistration waits for its answer: the half of what is left is for another.</summary>
    internal static TimeSpan DeregistrationAttempt(TimeSpan left) => Min(left, Max(left / 2, ShortestDeregistration));

    private static TimeSpan Doubled(TimeSpan first, int failures, int mostDoublings, TimeSpan most, double draw) =>
        Min(first * Math.Pow(2, Math.Min(failures - 1, mostDoublings)), most) * (0.5 + (0.5 * draw));

    /// <summary>Up to a tenth early, never late: chance spreads the fleet and costs no grace.</summary>
    private static TimeSpan Spread(TimeSpan wait, double draw) => wait * (0.9 + (0.1 * draw));

    private static TimeSpan Min(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
