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
    private TimeSpan least;
    private TimeSpan most;
    private TimeSpan registered;
    private TimeSpan current;
    private TimeSpan? wanted;
    private TimeSpan? configuredAnew;
    private int longerAnswers;
    private TaskCompletionSource changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal Pace(TimeSpan configured)
    {
        (registered, current) = (configured, configured);
        (least, most) = Limits(configured);
    }

    /// <summary>Completes when the application's own interval changed: whoever waits for a longer one waits no more.</summary>
    internal Task Changed
    {
        get { lock (gate) return changed.Task; }
    }

    /// <summary>Between two heartbeats.</summary>
    internal TimeSpan Interval
    {
        get { lock (gate) return current; }
    }

    /// <summary>What the next registration names.</summary>
    internal TimeSpan ToRegister
    {
        get { lock (gate) return configuredAnew ?? wanted ?? registered; }
    }

    /// <summary>The monitor took a registration that names this interval.</summary>
    internal void Register(TimeSpan interval)
    {
        lock (gate)
        {
            if (configuredAnew == interval) configuredAnew = null;
            (registered, current, wanted, longerAnswers) = (interval, interval, null, 0);
        }
    }

    /// <summary>The application wants another interval: a shorter one from now on, a longer one when it is registered.</summary>
    internal void Configure(TimeSpan interval)
    {
        lock (gate)
        {
            (least, most) = Limits(interval);
            configuredAnew = interval;
            if (interval < current) current = interval;
            changed.SetResult();
            changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    /// <summary>An accepted heartbeat asks for this interval, or for none. Returns whether the registration is to be renewed.</summary>
    internal bool Follow(double? askedSeconds)
    {
        lock (gate)
        {
            // The registration that is on its way says more than an answer to the old one.
            if (configuredAnew is not null) return false;
            var asked = WithinReason(askedSeconds) ?? registered;
            longerAnswers = asked > registered ? Math.Min(longerAnswers + 1, AnswersBeforeLonger) : 0;
            current = asked < registered ? asked : registered;
            wanted = longerAnswers == AnswersBeforeLonger ? asked : null;
            return wanted is not null;
        }
    }

    private static (TimeSpan Least, TimeSpan Most) Limits(TimeSpan configured) =>
        (ShortestAsked < configured ? ShortestAsked : configured, LongestAsked > configured ? LongestAsked : configured);

    private TimeSpan? WithinReason(double? seconds)
    {
        if (seconds is not { } asked || double.IsNaN(asked)) return null;
        return TimeSpan.FromSeconds(Math.Clamp(asked, least.TotalSeconds, most.TotalSeconds));
    }
}
