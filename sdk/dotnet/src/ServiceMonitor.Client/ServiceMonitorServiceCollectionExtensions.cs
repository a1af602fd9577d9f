using System.ComponentModel;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using ServiceMonitor.Client;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Metrics;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Tracking;
using ServiceMonitor.Client.Transport;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>The registration hook of Service Monitor.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ServiceMonitorServiceCollectionExtensions
{
    /// <summary>
    /// Adds everything that registers this application with the monitor and sends its heartbeats. A second call only
    /// adds its <paramref name="configure"/>.
    /// </summary>
    /// <param name="services">The application's services.</param>
    /// <param name="configure">Sets options in code; it wins over configuration and environment variables.</param>
    /// <returns>The application's services.</returns>
    public static IServiceCollection AddMonitor(this IServiceCollection services, Action<ServiceMonitorOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        if (services.All(service => service.ServiceType != typeof(MonitorConfiguration)))
        {
            AddConfiguration(services);
            AddTransport(services);
            AddMeasuring(services);
            AddLoops(services);
        }

        return configure is null ? services : services.Configure(configure);
    }

    private static void AddConfiguration(IServiceCollection services)
    {
        services.AddOptions();
        services.TryAddSingleton(TimeProvider.System);
        services.TryAddSingleton(_ => new BuildInfo());
        services.AddSingleton<IConfigureOptions<ServiceMonitorOptions>, OptionsReader>();
        services.AddSingleton<IPostConfigureOptions<ServiceMonitorOptions>, OptionsDefaults>();
        services.AddSingleton<MonitorConfiguration>();
    }

    private static void AddTransport(IServiceCollection services)
    {
        MonitorHttpClient.Add(services);
        services.AddSingleton<ApiKey>();
        services.AddSingleton(provider => new Pace(provider.GetRequiredService<MonitorConfiguration>().Options.HeartbeatInterval));
        services.AddSingleton<MonitorApi>();
        services.TryAddSingleton(_ => new Waits(Random.Shared.NextDouble));
    }

    private static void AddMeasuring(IServiceCollection services)
    {
        services.AddSingleton<RequestTracker>();
        services.AddSingleton<Cgroup>();
        services.AddSingleton<SystemMetrics>();
        services.AddSingleton<HeartbeatContent>();
    }

    private static void AddLoops(IServiceCollection services)
    {
        services.AddSingleton<RegistrationState>();
        services.AddSingleton<ShutdownSignal>();
        services.AddSingleton<ProcessEnd>();
        services.AddSingleton<InstanceDescriber>();
        services.AddSingleton<RegistrationLoop>();
        services.AddSingleton<HeartbeatLoop>();
        services.AddSingleton<InstanceFarewell>();
        services.AddHostedService(provider => new ServiceRegistrationHostedService(
            provider,
            provider.GetRequiredService<MonitorConfiguration>(),
            provider.GetRequiredService<ILogger<ServiceRegistrationHostedService>>()));
        services.AddHostedService(provider => new HeartbeatBackgroundService(
            provider.GetRequiredService<MonitorConfiguration>(),
            provider.GetRequiredService<HeartbeatLoop>,
            provider.GetRequiredService<ShutdownSignal>(),
            provider.GetRequiredService<ILogger<HeartbeatBackgroundService>>()));
    }
}
