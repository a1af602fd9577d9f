using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace ServiceMonitor.Client.Configuration;

/// <summary>The options as they stand when the application starts, and whether the SDK can work with them.</summary>
internal sealed class MonitorConfiguration
{
    public MonitorConfiguration(IServiceProvider services)
    {
        try
        {
            Options = services.GetRequiredService<IOptions<ServiceMonitorOptions>>().Value;
            Errors = Options.Enabled ? OptionsValidator.Validate(Options) : [];
        }
        catch (Exception error)
        {
            // The host's own configure delegate failed. The SDK then knows nothing, so it stays idle.
            Options = new ServiceMonitorOptions();
            Errors = [$"reading the options failed with {error.GetType().Name}: {error.Message}"];
        }

        IsActive = Options.Enabled && Errors.Count == 0;
    }

    internal ServiceMonitorOptions Options { get; }

    /// <summary>Every error, for one log line.</summary>
    internal IReadOnlyList<string> Errors { get; }

    /// <summary>Enabled and valid. Without it the SDK does nothing.</summary>
    internal bool IsActive { get; }

    internal bool TracksRequests => IsActive && Options.EnableRequestTracking;

    /// <summary>The monitor's address for log lines: an address may carry a password.</summary>
    internal string ShownBaseUrl =>
        Uri.TryCreate(Options.BaseUrl, UriKind.Absolute, out var uri) ? uri.GetComponents(UriComponents.SchemeAndServer | UriComponents.Path, UriFormat.UriEscaped) : "?";
}
