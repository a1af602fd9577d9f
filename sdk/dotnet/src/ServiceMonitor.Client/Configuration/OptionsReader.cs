using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;

namespace ServiceMonitor.Client.Configuration;

/// <summary>
/// Fills the options from the sections, then from the variables. It is the first configuration step, so code that
/// comes after it wins. Hand-written, since a binder stops at the first bad value and we tell all of them.
/// </summary>
internal sealed class OptionsReader(OptionsSources sources) : IConfigureOptions<ServiceMonitorOptions>
{
    public void Configure(ServiceMonitorOptions options)
    {
        foreach (var section in sources.Sections) ReadSection(options, section);
        var host = sources.Host;
        foreach (var setting in OptionSettings.All)
        {
            var text = host?[setting.Variable] ?? Environment.GetEnvironmentVariable(setting.Variable);
            Apply(options, setting, text, setting.Variable);
        }
    }

    private static void ReadSection(ServiceMonitorOptions options, IConfigurationSection section)
    {
        foreach (var setting in OptionSettings.All)
        {
            Apply(options, setting, section[setting.Name], $"{section.Path}:{setting.Name}");
        }

        foreach (var entry in section.GetSection(nameof(options.Metadata)).GetChildren())
        {
            if (ConfigurationJson.Of(entry) is { } value) options.Metadata[entry.Key] = value;
        }

        foreach (var entry in section.GetSection(nameof(options.Location)).GetChildren())
        {
            if (entry.Value is { } value) options.Location[entry.Key] = value;
        }

        foreach (var entry in section.GetSection(nameof(options.Labels)).GetChildren())
        {
            if (entry.Value is { } value) options.Labels[entry.Key] = value;
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
