using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Web;

namespace ServiceMonitor.Client;

/// <summary>
/// Registers this instance once the application has started, and deregisters when it begins to stop on purpose.
/// Added by <c>AddMonitor</c>.
/// </summary>
public sealed class ServiceRegistrationHostedService : IHostedLifecycleService
{
    private readonly IServiceProvider services;
    private readonly MonitorConfiguration configuration;
    private readonly ILogger logger;
    private readonly object gate = new();
    private Task? loop;
    private Task? deregistration;

    internal ServiceRegistrationHostedService(
        IServiceProvider services,
        MonitorConfiguration configuration,
        ILogger<ServiceRegistrationHostedService> logger)
    {
        this.services = services;
        this.configuration = configuration;
        this.logger = logger;
    }

    /// <inheritdoc/>
    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (configuration.Errors.Count > 0) SayErrors();
        else if (!configuration.IsActive) Log.SwitchedOff(logger);
        // Hosts of the older kind call no lifecycle methods, but all have this event.
        services.GetService<IHostApplicationLifetime>()?.ApplicationStarted.Register(Launch);
        return Task.CompletedTask;
    }

    /// <summary>Only now the server has bound its port. Begins the registration and does not wait for it.</summary>
    /// <param name="cancellationToken">Not used: nothing here takes time.</param>
    /// <returns>A completed task.</returns>
    public Task StartedAsync(CancellationToken cancellationToken)
    {
        Launch();
        return Task.CompletedTask;
    }

    /// <summary>While the application still serves: the monitor learns of the stop before anybody misses it.</summary>
    /// <param name="cancellationToken">Cancelled when the host waits no longer.</param>
    /// <returns>A task that ends within the configured time and never fails.</returns>
    public Task StoppingAsync(CancellationToken cancellationToken) => DeregisterAsync(cancellationToken);

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => DeregisterAsync(cancellationToken);

    /// <inheritdoc/>
    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private void SayErrors()
    {
        if (configuration.Options.ThrowOnInvalidConfiguration)
        {
            throw new OptionsValidationException(nameof(ServiceMonitorOptions), typeof(ServiceMonitorOptions), configuration.Errors);
        }

        Log.InvalidConfiguration(logger, string.Join("; ", configuration.Errors));
    }

    private void Launch()
    {
        lock (gate)
        {
            if (loop is not null) return;
            services.GetRequiredService<ProcessEnd>().Watch();
            services.GetRequiredService<OptionsChange>().Watch();
            var shutdown = services.GetRequiredService<ShutdownSignal>();
            loop = Task.Run(() => RunAsync(shutdown), CancellationToken.None);
        }
    }

    private async Task RunAsync(ShutdownSignal shutdown)
    {
        try
        {
            if (services.GetRequiredService<IWebServer>().LacksTracking) Log.TrackingMissing(logger);
            await services.GetRequiredService<RegistrationLoop>().RunAsync(shutdown.Requested, shutdown.GiveUp).ConfigureAwait(false);
        }
        catch (Exception error) when (!shutdown.GiveUp.IsCancellationRequested)
        {
            Log.Unexpected(logger, error);
        }
        catch (OperationCanceledException)
        {
            // Given up at the stop.
        }
    }

    private Task DeregisterAsync(CancellationToken hostsStop)
    {
        lock (gate)
        {
            if (loop is null) return Task.CompletedTask;
            return deregistration ??= DeregisterOnceAsync(loop, hostsStop);
        }
    }

    private async Task DeregisterOnceAsync(Task running, CancellationToken hostsStop)
    {
        try
        {
            await services.GetRequiredService<InstanceDeregistration>().RunAsync(running, hostsStop).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            Log.Unexpected(logger, error);
        }
    }
}
