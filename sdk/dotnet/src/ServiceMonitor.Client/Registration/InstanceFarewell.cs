using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Registration;

/// <summary>
/// The graceful stop, all within <see cref="ServiceMonitorOptions.ShutdownTimeout"/>: 1. begin nothing new,
/// 2. let a registration on its way end, 3. tell the monitor, again and again if need be, unless a fault is what stops
/// the application: the monitor is to notice that. Whatever fails, the application stops.
/// </summary>
internal sealed class InstanceFarewell(
    MonitorApi api,
    ApiKey key,
    Waits waits,
    RegistrationState state,
    MonitorConfiguration configuration,
    ShutdownSignal shutdown,
    ProcessEnd end,
    TimeProvider clock,
    ILogger<ServiceRegistrationHostedService> logger)
{
    internal async Task SayAsync(Task registrationLoop, CancellationToken hostsPatience)
    {
        var fault = end.Fault();
        await shutdown.RequestAsync().ConfigureAwait(false);
        using var timeout = new CancellationTokenSource(configuration.Options.ShutdownTimeout, clock);
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, hostsPatience);
        try
        {
            await registrationLoop.WaitAsync(patience.Token).ConfigureAwait(false);
            if (state.CurrentId is not { } instanceId) return;
            if (fault is not null) Log.NoGoodbye(logger, instanceId, fault);
            else await TellAsync(instanceId, patience.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            if (state.CurrentId is { } instanceId) Log.StopFailed(logger, instanceId, "no answer in time");
        }
        finally
        {
            await shutdown.GiveUpAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Again and again if need be, within the time that a goodbye has.</summary>
    internal async Task TellAsync(string instanceId, CancellationToken patience)
    {
        var startedAt = clock.GetTimestamp();
        for (var failures = 1; ; failures++)
        {
            patience.ThrowIfCancellationRequested();
            var limit = Waits.GoodbyeAttempt(Left(startedAt));
            var answer = await api.StopAsync(instanceId, limit, patience).ConfigureAwait(false);
            var step = NextSteps.AfterGoodbye(answer.Verdict);
            if (step is GoodbyeStep.Done)
            {
                Log.Stopped(logger, instanceId);
                return;
            }

            if (step is GoodbyeStep.NewKey && key.Renew()) continue;
            if (step is not GoodbyeStep.Again || waits.Goodbye(failures, Left(startedAt), answer.RetryAfter) is not { } wait)
            {
                Log.StopFailed(logger, instanceId, answer.Reason);
                return;
            }

            await Task.Delay(wait, clock, patience).ConfigureAwait(false);
        }
    }

    private TimeSpan Left(long startedAt)
    {
        var left = configuration.Options.ShutdownTimeout - clock.GetElapsedTime(startedAt);
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }
}
