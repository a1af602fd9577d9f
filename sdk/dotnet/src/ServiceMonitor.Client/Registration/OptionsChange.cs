using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Primitives;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Registration;

/// <summary>
/// Options that change while the application runs: 1. read them when their source says so, 2. leave them to the
/// registration loop, which alone takes them over, 3. deregister the instance that they no longer describe.
/// </summary>
internal sealed class OptionsChange(
    IServiceProvider services,
    OptionsSources sources,
    MonitorConfiguration configuration,
    ApiKey key,
    Pace pace,
    RegistrationState state,
    InstanceDeregistration deregistration,
    ILogger<ServiceRegistrationHostedService> logger) : IDisposable
{
    private readonly object gate = new();
    private IDisposable? subscription;
    private ReadOptions? next;

    internal void Watch() => subscription = ChangeToken.OnChange(sources.NextChange, Heard);

    public void Dispose() => subscription?.Dispose();

    /// <summary>Takes over what was read last, if anything. To be asked between two registrations.</summary>
    internal async Task TakeOverAsync(CancellationToken ending)
    {
        if (Taken() is not { } taken) return;
        var isSame = OptionsDifference.IsSameInstance(configuration.Options, taken.Options);
        if (!isSame && state.Withdraw() is { } instanceId) await deregistration.SendAsync(instanceId, ending).ConfigureAwait(false);
        configuration.Apply(taken);
        key.Use(taken.Options.ApiKey);
        pace.Configure(taken.Options.HeartbeatInterval);
        if (taken.IsActive) Log.OptionsChanged(logger);
        else Log.SwitchedOff(logger);
    }

    /// <summary>Something changed while a registration was on its way, which the next one is to say.</summary>
    internal bool IsWaiting
    {
        get { lock (gate) return next is not null; }
    }

    /// <summary>Runs where the configuration was changed, so no exception may leave it; reading throws none.</summary>
    private void Heard()
    {
        var read = ReadOptions.From(services);
        if (read.Errors.Count > 0)
        {
            Log.InvalidChange(logger, string.Join("; ", read.Errors));
            return;
        }

        lock (gate)
        {
            if (next is null && configuration.Errors.Count == 0 && OptionsDifference.IsNone(configuration.Options, read.Options)) return;
            next = read;
        }

        state.Renew();
    }

    private ReadOptions? Taken()
    {
        lock (gate)
        {
            var taken = next;
            next = null;
            return taken;
        }
    }
}
