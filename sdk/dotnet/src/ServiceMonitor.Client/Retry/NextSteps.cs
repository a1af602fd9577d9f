using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Retry;

/// <summary>From what an answer says to what is done about it.</summary>
internal static class NextSteps
{
    internal static NextStep AfterRegistration(Verdict verdict) => verdict switch
    {
        Verdict.Accepted => NextStep.HeartbeatNow,
        Verdict.TooLarge => NextStep.SendLessNow,
        // 404 is not about an instance here: whatever answers is not the monitor, or not yet. What is refused may be
        // mended at any moment, and silence for longer than an interval is taken for a death.
        _ => NextStep.BackOff,
    };

    internal static NextStep AfterHeartbeat(Verdict verdict) => verdict switch
    {
        Verdict.Accepted => NextStep.NextInterval,
        Verdict.UnknownInstance => NextStep.RegisterNow,
        Verdict.TooLarge => NextStep.SendLessNow,
        // The next heartbeat has other figures in it; it may pass.
        Verdict.Rejected => NextStep.NextInterval,
        _ => NextStep.BackOff,
    };

    internal static DeregistrationStep AfterDeregistration(Verdict verdict) => verdict switch
    {
        // 404: it is forgotten already, which is as good.
        Verdict.Accepted or Verdict.UnknownInstance => DeregistrationStep.Done,
        Verdict.Refused => DeregistrationStep.NewKey,
        Verdict.Unreachable => DeregistrationStep.Again,
        _ => DeregistrationStep.GiveUp,
    };
}
