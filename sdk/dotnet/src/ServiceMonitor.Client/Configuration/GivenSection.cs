using Microsoft.Extensions.Configuration;

namespace ServiceMonitor.Client.Configuration;

/// <summary>A section that the application named itself.</summary>
internal sealed record GivenSection(IConfigurationSection Section)
{
    /// <summary>A section stands for itself; of a whole configuration it is the section of the usual name.</summary>
    internal static GivenSection Of(IConfiguration configuration) =>
        new(configuration as IConfigurationSection ?? configuration.GetSection(OptionsSources.Section));
}
