using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Registration;

/// <summary>
/// Keeps the instance registered: 1. wait until it is not, or otherwise than it is to be, 2. take over options that
/// changed, 3. register, 4. on failure wait and do it again.
/// The only one that registers, so two registrations never race.
/// </summary>
internal sealed class RegistrationLoop(
    MonitorApi api,
    InstanceDescriber describer,
    RegistrationState state,
    OptionsChange change,
    MonitorConfiguration configuration,
    Pace pace,
    Waits waits,
    TimeProvider clock,
    ILogger<ServiceRegistrationHostedService> logger)
{
    private readonly AttemptLog attempts = new(logger, "Registration", clock);
    private readonly WarningLog warnings = new(logger);
    private bool sendLess;

    /// <summary>
    /// Runs until <paramref name="stopping"/>. A request on its way is given up only at <paramref name="giveUp"/>:
    /// the monitor may have taken it, and without the answer nobody could take the instance back.
    /// </summary>
    internal async Task RunAsync(CancellationToken stopping, CancellationToken giveUp)
    {
        try
        {
            while (true)
            {
                await state.Due.WaitAsync(stopping).ConfigureAwait(false);
                var wait = await AttemptAsync(giveUp).ConfigureAwait(false);
                if (wait > TimeSpan.Zero) await Task.Delay(wait, clock, stopping).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            // The application stops.
        }
    }

    private async Task<TimeSpan> AttemptAsync(CancellationToken giveUp)
    {
        try
        {
            await change.TakeOverAsync(giveUp).ConfigureAwait(false);
            if (!configuration.IsActive)
            {
                state.Withdraw();
                if (change.IsWaiting) state.Renew();
                return TimeSpan.Zero;
            }

            var interval = pace.ToRegister;
            var request = await describer.DescribeAsync(interval, sendLess, giveUp).ConfigureAwait(false);
            return Judge(await api.RegisterAsync(request, giveUp).ConfigureAwait(false), interval);
        }
        catch (Exception error) when (!giveUp.IsCancellationRequested)
        {
            Log.Unexpected(logger, error);
            return waits.NextHeartbeat(pace.Interval);
        }
    }

    private TimeSpan Judge(Answer<RegistrationResponse> answer, TimeSpan interval)
    {
        var step = NextSteps.AfterRegistration(answer.Verdict);
        if (step is NextStep.HeartbeatNow)
        {
            pace.Register(interval);
            attempts.Succeeded();
            warnings.Say(answer.Body!.Warnings);
            var options = configuration.Options;
            Log.Registered(logger, options.ServiceName, options.Environment, configuration.ShownBaseUrl, answer.Body.InstanceId!);
            state.Register(answer.Body.InstanceId!);
            if (change.IsWaiting) state.Renew();
            return TimeSpan.Zero;
        }

        attempts.Failed();
        var wait = step is NextStep.SendLessNow && !sendLess
            ? TimeSpan.Zero
            : waits.BackOff(pace.Interval, attempts.Failures, answer.RetryAfter);
        sendLess |= step is NextStep.SendLessNow;
        attempts.Say(answer, wait);
        return wait;
    }
}
