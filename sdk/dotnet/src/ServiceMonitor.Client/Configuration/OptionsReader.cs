using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace ServiceMonitor.Client.Configuration;

/// <summary>
/// Fills the options from the section, then from the variables. It is the first configuration step, so code that
/// comes after it wins. Hand-written, since a binder stops at the first bad value and we tell all of them.
/// </summary>
internal sealed class OptionsReader(IServiceProvider services) : IConfigureOptions<ServiceMonitorOptions>
{
    private const string Section = "ServiceMonitor";

    public void Configure(ServiceMonitorOptions options)
    {
        var configuration = services.GetService<IConfiguration>();
        if (configuration is not null) ReadSection(options, configuration.GetSection(Section));
        foreach (var setting in OptionSettings.All)
        {
            var text = configuration?[setting.Variable] ?? Environment.GetEnvironmentVariable(setting.Variable);
            Apply(options, setting, text, setting.Variable);
        }
    }

    private static void ReadSection(ServiceMonitorOptions options, IConfigurationSection section)
    {
        foreach (var setting in OptionSettings.All)
        {
            Apply(options, setting, section[setting.Name], $"{Section}:{setting.Name}");
        }

        foreach (var entry in section.GetSection(nameof(options.Metadata)).GetChildren())
        {
            if (entry.Value is { } value) options.Metadata[entry.Key] = value;
        }
    }

    /// <summary>An empty text is no text: compose files and charts pass unset variables that way.</summary>
    private static void Apply(ServiceMonitorOptions options, OptionSetting setting, string? text, string source)
    {
        if (string.IsNullOrWhiteSpace(text)) return;
        try
        {
            setting.Apply(options, text.Trim());
        }
        catch (FormatException error)
        {
            options.Unreadable.Add($"{source} {error.Message}");
        }
    }
}
