namespace ServiceMonitor.Client.Transport;

/// <summary>One attempt's outcome. Failures are values, not exceptions: they are expected.</summary>
/// <param name="Verdict">What it means.</param>
/// <param name="Body">The body, if the request was accepted and has one.</param>
/// <param name="Reason">For the log: status or failure, with the start of the body where the request was rejected.</param>
/// <param name="RetryAfter">What the monitor asked for.</param>
/// <param name="Status">Of what came back; nothing when there was no answer.</param>
internal sealed record Answer<T>(Verdict Verdict, T? Body = null, string Reason = "", TimeSpan? RetryAfter = null, int? Status = null)
    where T : class;
