using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using ServiceMonitor.Client.Registration;

namespace ServiceMonitor.Client.Configuration;

/// <summary>Fills what nobody set from what the host knows about itself.</summary>
internal sealed class OptionsDefaults(IServiceProvider services, BuildInfo build) : IPostConfigureOptions<ServiceMonitorOptions>
{
    public void PostConfigure(string? name, ServiceMonitorOptions options)
    {
        var host = services.GetService<IHostEnvironment>();
        options.ServiceName = Chosen(options.ServiceName) ?? Chosen(host?.ApplicationName);
        options.Environment = Chosen(options.Environment) ?? Chosen(host?.EnvironmentName);
        options.Version = Chosen(options.Version) ?? build.Version;
        options.InstanceId = Chosen(options.InstanceId);
        options.Hostname = Chosen(options.Hostname);
        options.Url = Chosen(options.Url);
        options.BaseUrl = Chosen(options.BaseUrl);
        options.ApiKey = Chosen(options.ApiKey);
    }

    private static string? Chosen(string? text) => string.IsNullOrWhiteSpace(text) ? null : text.Trim();
}
