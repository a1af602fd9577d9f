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
internal sealed class InstanceDeregistration(
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
    internal async Task RunAsync(Task registrationLoop, CancellationToken hostsStop)
    {
        var fault = end.Fault();
        await shutdown.RequestAsync().ConfigureAwait(false);
        using var timeout = new CancellationTokenSource(configuration.Options.ShutdownTimeout, clock);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, hostsStop);
        try
        {
            await registrationLoop.WaitAsync(ending.Token).ConfigureAwait(false);
            if (state.CurrentId is not { } instanceId) return;
            if (fault is not null) Log.NotDeregistered(logger, instanceId, fault);
            else await SendAsync(instanceId, ending.Token).ConfigureAwait(false);
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

    /// <summary>Tries again if needed, within the time that a deregistration has.</summary>
    internal async Task SendAsync(string instanceId, CancellationToken ending)
    {
        var startedAt = clock.GetTimestamp();
        for (var failures = 1; ; failures++)
        {
            ending.ThrowIfCancellationRequested();
            var limit = Waits.DeregistrationAttempt(Left(startedAt));
            var answer = await api.StopAsync(instanceId, limit, ending).ConfigureAwait(false);
            var step = NextSteps.AfterDeregistration(answer.Verdict);
            if (step is DeregistrationStep.Done)
            {
                Log.Stopped(logger, instanceId);
                return;
            }

            if (step is DeregistrationStep.NewKey && key.Renew()) continue;
            if (step is not DeregistrationStep.Again || waits.Deregistration(failures, Left(startedAt), answer.RetryAfter) is not { } wait)
            {
                Log.StopFailed(logger, instanceId, answer.Reason);
                return;
            }

            await Task.Delay(wait, clock, ending).ConfigureAwait(false);
        }
    }

    private TimeSpan Left(long startedAt)
    {
        var left = configuration.Options.ShutdownTimeout - clock.GetElapsedTime(startedAt);
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }
}
