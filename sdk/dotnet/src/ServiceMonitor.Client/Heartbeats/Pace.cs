namespace ServiceMonitor.Client.Heartbeats;

/// <summary>
/// How often this instance beats, shared by both loops. Never less often than is registered, for the monitor judges
/// the silence by that: a shorter interval is kept at once, a longer one only when several answers in a row asked for
/// one and the registration was renewed with it.
/// </summary>
internal sealed class Pace
{
    /// <summary>One wrong answer, or a proxy's old one, must not silence an instance.</summary>
    internal const int AnswersBeforeLonger = 3;

    private static readonly TimeSpan ShortestAsked = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestAsked = TimeSpan.FromHours(1);

    private readonly object gate = new();
    private readonly TimeSpan least;
    private readonly TimeSpan most;
    private TimeSpan registered;
    private TimeSpan current;
    private TimeSpan? wanted;
    private int longerAnswers;

    internal Pace(TimeSpan configured)
    {
        (registered, current) = (configured, configured);
        least = ShortestAsked < configured ? ShortestAsked : configured;
        most = LongestAsked > configured ? LongestAsked : configured;
    }

    /// <summary>Between two heartbeats.</summary>
    internal TimeSpan Interval
    {
        get { lock (gate) return current; }
    }

    /// <summary>What the next registration names.</summary>
    internal TimeSpan ToRegister
    {
        get { lock (gate) return wanted ?? registered; }
    }

    /// <summary>The monitor took a registration that names this interval.</summary>
    internal void Register(TimeSpan interval)
    {
        lock (gate) (registered, current, wanted, longerAnswers) = (interval, interval, null, 0);
    }

    /// <summary>An accepted heartbeat asks for this interval, or for none. Returns whether the registration is to be renewed.</summary>
    internal bool Follow(double? askedSeconds)
    {
        lock (gate)
        {
            var asked = WithinReason(askedSeconds) ?? registered;
            longerAnswers = asked > registered ? Math.Min(longerAnswers + 1, AnswersBeforeLonger) : 0;
            current = asked < registered ? asked : registered;
            wanted = longerAnswers == AnswersBeforeLonger ? asked : null;
            return wanted is not null;
        }
    }

    private TimeSpan? WithinReason(double? seconds)
    {
        if (seconds is not { } asked || double.IsNaN(asked)) return null;
        return TimeSpan.FromSeconds(Math.Clamp(asked, least.TotalSeconds, most.TotalSeconds));
    }
}
