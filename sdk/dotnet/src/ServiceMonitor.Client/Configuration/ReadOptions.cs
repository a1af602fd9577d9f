using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace ServiceMonitor.Client.Configuration;

/// <summary>The options as they stood at one moment, and whether the SDK can work with them.</summary>
/// <param name="Options">What was read.</param>
/// <param name="Errors">Every error, for one log line.</param>
internal sealed record ReadOptions(ServiceMonitorOptions Options, IReadOnlyList<string> Errors)
{
    /// <summary>Enabled and valid. Without it the SDK does nothing.</summary>
    internal bool IsActive { get; } = Options.Enabled && Errors.Count == 0;

    /// <summary>Runs every step of the configuration anew, the application's own too.</summary>
    internal static ReadOptions From(IServiceProvider services)
    {
        try
        {
            var options = services.GetRequiredService<IOptionsFactory<ServiceMonitorOptions>>().Create(Microsoft.Extensions.Options.Options.DefaultName);
            return new(options, options.Enabled ? OptionsValidator.Validate(options) : []);
        }
        catch (Exception error)
        {
            // The host's own configure delegate failed. The SDK then knows nothing.
            return new(new ServiceMonitorOptions(), [$"reading the options failed with {error.GetType().Name}: {error.Message}"]);
        }
    }
}
