using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Primitives;

namespace ServiceMonitor.Client.Configuration;

/// <summary>Where options are read from: the host's configuration, and the sections that <c>AddMonitor</c> was given.</summary>
internal sealed class OptionsSources(IServiceProvider services)
{
    internal const string Section = "ServiceMonitor";

    internal IConfiguration? Host => services.GetService<IConfiguration>();

    /// <summary>The later one wins.</summary>
    internal IEnumerable<IConfigurationSection> Sections
    {
        get
        {
            if (Host is { } host) yield return host.GetSection(Section);
            foreach (var given in services.GetServices<GivenSection>()) yield return given.Section;
        }
    }

    /// <summary>Fires once, at the next change of any of them.</summary>
    internal IChangeToken NextChange()
    {
        IEnumerable<IConfiguration> all = Host is { } host ? [host, .. Sections] : Sections;
        return new CompositeChangeToken([.. all.Select(source => source.GetReloadToken())]);
    }
}
