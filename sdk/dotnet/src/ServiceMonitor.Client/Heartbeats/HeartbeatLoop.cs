using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Heartbeats;

/// <summary>
/// Sends one heartbeat after another: 1. wait until registered, 2. measure and send, 3. wait as the answer says.
/// One request at a time and each measured anew, so a monitor that comes back gets one fresh heartbeat, no backlog.
/// </summary>
internal sealed class HeartbeatLoop(
    MonitorApi api,
    HeartbeatContent content,
    RegistrationState state,
    MonitorConfiguration configuration,
    Pace pace,
    Waits waits,
    TimeProvider clock,
    ILogger<HeartbeatBackgroundService> logger)
{
    /// <summary>How long registration may take before it is said that heartbeats are waiting for it.</summary>
    internal static readonly TimeSpan RegistrationWait = TimeSpan.FromSeconds(30);

    private readonly AttemptLog attempts = new(logger, "Heartbeat", clock);
    private readonly WarningLog warnings = new(logger);
    private TimeSpan saidInterval = pace.Interval;
    private bool sendLess;

    internal async Task RunAsync(CancellationToken stopping)
    {
        try
        {
            await state.Registered.WaitAsync(RegistrationWait, clock, stopping).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            if (configuration.IsActive) Log.StillNotRegistered(logger, Spoken.Duration(RegistrationWait));
        }

        while (true)
        {
            var instanceId = await state.Registered.WaitAsync(stopping).ConfigureAwait(false);
            var changed = pace.Changed;
            var wait = await BeatAsync(instanceId, stopping).ConfigureAwait(false);
            if (wait > TimeSpan.Zero) await WaitAsync(wait, changed, stopping).ConfigureAwait(false);
        }
    }

    private async Task WaitAsync(TimeSpan wait, Task changed, CancellationToken stopping)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stopping);
        await Task.WhenAny(Task.Delay(wait, clock, either.Token), changed).ConfigureAwait(false);
        await either.CancelAsync().ConfigureAwait(false);
        stopping.ThrowIfCancellationRequested();
    }

    private async Task<TimeSpan> BeatAsync(string instanceId, CancellationToken stopping)
    {
        try
        {
            var startedAt = clock.GetTimestamp();
            var request = await content.MeasureAsync(instanceId, sendLess, stopping).ConfigureAwait(false);
            var answer = await api.BeatAsync(request, stopping).ConfigureAwait(false);
            return Judge(instanceId, answer, clock.GetElapsedTime(startedAt));
        }
        catch (Exception error) when (!stopping.IsCancellationRequested)
        {
            Log.Unexpected(logger, error);
            return pace.Interval;
        }
    }

    private TimeSpan Judge(string instanceId, Answer<HeartbeatResponse> answer, TimeSpan took)
    {
        var step = NextSteps.AfterHeartbeat(answer.Verdict);
        if (answer.Verdict is Verdict.Accepted)
        {
            attempts.Succeeded();
            warnings.Say(answer.Body?.Warnings);
            FollowInterval(answer.Body?.NextHeartbeatSeconds);
            return Later(took);
        }

        attempts.Failed();
        if (step is NextStep.RegisterNow) return RegisterAgain(instanceId);
        var wait = step switch
        {
            NextStep.SendLessNow when !sendLess => TimeSpan.Zero,
            NextStep.BackOff => waits.BackOff(pace.Interval, attempts.Failures, answer.RetryAfter),
            _ => Later(took),
        };
        sendLess |= answer.Verdict is Verdict.TooLarge or Verdict.Rejected;
        attempts.Say(answer, wait);
        return wait;
    }

    /// <summary>At once; but a monitor that forgets every registration is not asked again and again without a pause.</summary>
    private TimeSpan RegisterAgain(string instanceId)
    {
        Log.UnknownInstance(logger, instanceId);
        state.Lose(instanceId);
        sendLess = false;
        return attempts.Failures == 1 ? TimeSpan.Zero : waits.BackOff(pace.Interval, attempts.Failures, null);
    }

    private void FollowInterval(double? askedSeconds)
    {
        if (pace.Follow(askedSeconds)) state.Renew();
        var interval = pace.Interval;
        if (interval != saidInterval) Log.IntervalChanged(logger, Spoken.Duration(interval));
        saidInterval = interval;
    }

    /// <summary>The answer's time is part of the interval, unless the monitor is so slow that nothing would be left.</summary>
    private TimeSpan Later(TimeSpan took)
    {
        var whole = waits.NextHeartbeat(pace.Interval);
        return took < whole / 2 ? whole - took : whole / 2;
    }
}
