using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Retry;

/// <summary>From what an answer says to what is done about it.</summary>
internal static class NextSteps
{
    internal static NextStep AfterRegistration(Verdict verdict) => verdict switch
    {
        Verdict.Accepted => NextStep.HeartbeatNow,
        Verdict.TooLarge => NextStep.SendLessNow,
        // What is wrong with a registration stays wrong: the same body is not sent every few seconds.
        Verdict.Refused or Verdict.Rejected => NextStep.RefusedWait,
        // 404 is not about an instance here: whatever answers is not the monitor, or not yet.
        _ => NextStep.BackOff,
    };

    internal static NextStep AfterHeartbeat(Verdict verdict) => verdict switch
    {
        Verdict.Accepted => NextStep.NextInterval,
        Verdict.UnknownInstance => NextStep.RegisterNow,
        Verdict.TooLarge => NextStep.SendLessNow,
        Verdict.Refused => NextStep.RefusedWait,
        // The next heartbeat has other figures in it; it may pass.
        Verdict.Rejected => NextStep.NextInterval,
        _ => NextStep.BackOff,
    };
}
