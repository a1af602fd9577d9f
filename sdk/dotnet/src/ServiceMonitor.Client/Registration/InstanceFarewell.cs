using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Registration;

/// <summary>
/// The graceful stop, all within <see cref="ServiceMonitorOptions.ShutdownTimeout"/>: 1. begin nothing new,
/// 2. let a registration on its way end, 3. tell the monitor. Whatever fails, the application stops.
/// </summary>
internal sealed class InstanceFarewell(
    MonitorApi api,
    RegistrationState state,
    MonitorConfiguration configuration,
    ShutdownSignal shutdown,
    TimeProvider clock,
    ILogger<ServiceRegistrationHostedService> logger)
{
    internal async Task SayAsync(Task registrationLoop, CancellationToken hostsPatience)
    {
        await shutdown.RequestAsync().ConfigureAwait(false);
        using var timeout = new CancellationTokenSource(configuration.Options.ShutdownTimeout, clock);
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, hostsPatience);
        try
        {
            await registrationLoop.WaitAsync(patience.Token).ConfigureAwait(false);
            if (state.CurrentId is { } instanceId) await TellAsync(instanceId, patience.Token).ConfigureAwait(false);
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

    private async Task TellAsync(string instanceId, CancellationToken patience)
    {
        patience.ThrowIfCancellationRequested();
        var answer = await api.StopAsync(instanceId, patience).ConfigureAwait(false);
        // 404: it is forgotten already, which is as good.
        if (answer.Verdict is Verdict.Accepted or Verdict.UnknownInstance) Log.Stopped(logger, instanceId);
        else Log.StopFailed(logger, instanceId, answer.Reason);
    }
}
