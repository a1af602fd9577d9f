using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Retry;

/// <summary>
/// Counts the failures in a row of one task and says each kind of trouble once: a monitor that is away for a night
/// leaves a few lines in the log of its clients, not ten thousand.
/// </summary>
internal sealed class AttemptLog(ILogger logger, string task, TimeProvider clock)
{
    private readonly LoggedTroubles troubles = new();
    private readonly long startedAt = clock.GetTimestamp();

    /// <summary>Failures since the last success.</summary>
    internal int Failures { get; private set; }

    internal void Succeeded()
    {
        if (Failures > 0) Log.WorksAgain(logger, task, Failures, Failures == 1 ? "attempt" : "attempts");
        Failures = 0;
        troubles.End();
    }

    /// <summary>Counts a failure; the wait that follows from the count is asked for afterwards.</summary>
    internal void Failed() => Failures++;

    internal void Say<T>(Answer<T> answer, TimeSpan wait)
        where T : class
    {
        var (verdict, reason) = (answer.Verdict, answer.Reason);
        if (!troubles.IsNews(answer.Status, clock.GetElapsedTime(startedAt))) Log.RepeatedFailure(logger, task, reason, Failures, Spoken.Duration(wait));
        else if (verdict is Verdict.Refused) Log.Refused(logger, task, reason);
        else if (verdict is Verdict.Rejected or Verdict.TooLarge) Log.Rejected(logger, task, reason);
        else Log.FirstFailure(logger, task, reason);
    }
}
