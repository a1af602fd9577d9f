using System.ComponentModel;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using ServiceMonitor.Client;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Health;
using ServiceMonitor.Client.Location;
using ServiceMonitor.Client.Metrics;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Telemetry;
using ServiceMonitor.Client.Transport;
using ServiceMonitor.Client.Web;

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

    /// <summary>As <c>AddMonitor</c>, with options from a section of your own choice.</summary>
    /// <param name="services">The application's services.</param>
    /// <param name="configuration">The section that has the options, or a whole configuration with a section <c>ServiceMonitor</c>.</param>
    /// <param name="configure">Sets options in code; it wins over configuration and environment variables.</param>
    /// <returns>The application's services.</returns>
    public static IServiceCollection AddMonitor(this IServiceCollection services, IConfiguration configuration, Action<ServiceMonitorOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        return services.AddMonitor(configure).AddSingleton(GivenSection.Of(configuration));
    }

    /// <summary>
    /// The HTTP client that talks to the monitor, for a client certificate, a private authority or a proxy. It has nothing
    /// of what the host gives to all its clients. Call it after <c>AddMonitor</c>.
    /// </summary>
    /// <param name="services">The application's services.</param>
    /// <param name="configure">Gets the builder of that client.</param>
    /// <returns>The application's services.</returns>
    public static IServiceCollection ConfigureMonitorHttpClient(this IServiceCollection services, Action<IHttpClientBuilder> configure)
    {
        ArgumentNullException.ThrowIfNull(configure);
        configure(services.AddMonitor().AddHttpClient(MonitorHttpClient.Name));
        return services;
    }

    private static void AddConfiguration(IServiceCollection services)
    {
        services.AddOptions();
        services.TryAddSingleton(TimeProvider.System);
        services.TryAddSingleton(_ => new BuildInfo());
        services.AddSingleton<OptionsSources>();
        services.AddSingleton<IConfigureOptions<ServiceMonitorOptions>, OptionsReader>();
        services.AddSingleton<IPostConfigureOptions<ServiceMonitorOptions>, OptionsDefaults>();
        services.AddSingleton<MonitorConfiguration>();
    }

    private static void AddTransport(IServiceCollection services)
    {
        MonitorHttpClient.Add(services);
        services.AddSingleton<ApiKey>();
        services.AddSingleton(provider => new Pace(provider.GetRequiredService<MonitorConfiguration>().Options.HeartbeatInterval));
        services.AddSingleton<ClientTelemetry>();
        services.AddSingleton<MonitorStatus>();
        services.AddSingleton<IServiceMonitorStatus>(provider => provider.GetRequiredService<MonitorStatus>());
        services.AddSingleton<MonitorApi>();
        services.TryAddSingleton(_ => new Waits(Random.Shared.NextDouble));
    }

    private static void AddMeasuring(IServiceCollection services)
    {
        WebServerPackage.Add(services);
        services.AddSingleton<Cgroup>();
        services.AddSingleton<SystemMetrics>();
        services.AddSingleton<HealthRound>();
        services.AddSingleton<HeartbeatContent>();
    }

    private static void AddLoops(IServiceCollection services)
    {
        services.AddSingleton<RegistrationState>();
        services.AddSingleton<ShutdownSignal>();
        services.AddSingleton<ProcessEnd>();
        services.AddSingleton<InstanceLocation>();
        services.AddSingleton<InstanceDescriber>();
        services.AddSingleton<OptionsChange>();
        services.AddSingleton<RegistrationLoop>();
        services.AddSingleton<HeartbeatLoop>();
        services.AddSingleton<InstanceDeregistration>();
        services.AddHostedService(provider => new ServiceRegistrationHostedService(
            provider,
            provider.GetRequiredService<MonitorConfiguration>(),
            provider.GetRequiredService<ILogger<ServiceRegistrationHostedService>>()));
        services.AddHostedService(provider => new HeartbeatBackgroundService(
            provider.GetRequiredService<HeartbeatLoop>,
            provider.GetRequiredService<ShutdownSignal>(),
            provider.GetRequiredService<ILogger<HeartbeatBackgroundService>>()));
    }
}
