using System.Text.Json.Nodes;
using ServiceMonitor.Client.Location;
using ServiceMonitor.Client.Registration;

namespace ServiceMonitor.Client.Configuration;

/// <summary>Every reason why these options cannot work, in the words of the README. The limits are the monitor's.</summary>
internal static class OptionsValidator
{
    private const int MostMetadataKeys = 48;
    private const int LargestMetadataLength = 12 * 1024;

    internal static IReadOnlyList<string> Validate(ServiceMonitorOptions options) =>
        [.. options.Unreadable.Distinct(), .. ConnectionErrors(options), .. IdentityErrors(options), .. TimeErrors(options), .. MetadataErrors(options), .. LocationErrors(options)];

    internal static bool IsKey(string? text) => !string.IsNullOrEmpty(text) && text.All(letter => letter is > ' ' and < (char)127);

    private static IEnumerable<string> ConnectionErrors(ServiceMonitorOptions options)
    {
        if (options.BaseUrl is null) yield return "BaseUrl is missing: the address of the monitor, such as https://monitor.example.com";
        else if (!IsWebAddress(options.BaseUrl)) yield return "BaseUrl must be an absolute http or https address";
        if (options.ApiKey is null) yield return "ApiKey is missing: a key of the monitor with the scope 'ingest'";
        else if (!IsKey(options.ApiKey)) yield return "ApiKey must be printable ASCII without spaces";
    }

    private static IEnumerable<string> IdentityErrors(ServiceMonitorOptions options)
    {
        if (!MonitoredName.IsValid(options.ServiceName)) yield return "ServiceName must have 1 to 128 characters that can be seen";
        if (!MonitoredName.IsValid(options.Environment)) yield return "Environment must have 1 to 128 characters that can be seen";
        if (!IsPlain(options.Version, 128)) yield return "Version may have 128 characters, none of them control characters";
        if (!IsPlain(options.InstanceId, 256)) yield return "InstanceId may have 256 characters, none of them control characters";
        if (!IsPlain(options.Hostname, 253)) yield return "Hostname may have 253 characters, none of them control characters";
        if (options.Port is < 1 or > 65_535) yield return "Port must be between 1 and 65535";
        if (!IsPlain(options.Url, 2_048)) yield return "Url may have 2048 characters, none of them control characters";
        else if (options.Url is not null && !IsWebAddress(options.Url)) yield return "Url must be an absolute http or https address";
    }

    private static IEnumerable<string> TimeErrors(ServiceMonitorOptions options)
    {
        if (options.HeartbeatInterval < TimeSpan.FromMilliseconds(100) || options.HeartbeatInterval > TimeSpan.FromDays(7))
            yield return "HeartbeatInterval must be between 100 ms and 7 days";
        if (options.RequestTimeout < TimeSpan.FromMilliseconds(100) || options.RequestTimeout > TimeSpan.FromMinutes(2))
            yield return "RequestTimeout must be between 100 ms and 2 minutes";
        if (options.ShutdownTimeout < TimeSpan.Zero || options.ShutdownTimeout > TimeSpan.FromSeconds(30))
            yield return "ShutdownTimeout must be between 0 and 30 seconds";
        if (options.HealthTimeout < TimeSpan.FromMilliseconds(100) || options.HealthTimeout > TimeSpan.FromMinutes(2))
            yield return "HealthTimeout must be between 100 ms and 2 minutes";
    }

    private static IEnumerable<string> MetadataErrors(ServiceMonitorOptions options)
    {
        if (options.Metadata.Count > MostMetadataKeys) yield return $"Metadata may have {MostMetadataKeys} keys";
        if (options.Metadata.Keys.Any(key => key.Length is 0 or > 64)) yield return "Metadata keys must have 1 to 64 characters";
        if (options.Labels.Keys.Any(key => key.Length is 0 or > 64)) yield return "Labels must have names of 1 to 64 characters";
        if (OwnMetadata.Of(options).ToJsonString().Length > LargestMetadataLength)
            yield return $"Metadata and Labels may have {LargestMetadataLength / 1024} KiB in all, as JSON";
    }

    private static IEnumerable<string> LocationErrors(ServiceMonitorOptions options)
    {
        var parts = LocationVariables.Parts.Select(part => part.Name).ToArray();
        if (options.Location.Keys.Any(name => !parts.Contains(name, StringComparer.OrdinalIgnoreCase)))
            yield return $"Location may have {string.Join(", ", parts)}";
        if (options.Location.Values.Any(value => !IsPlain(value, LocationText.Longest)))
            yield return $"Location may have values of {LocationText.Longest} characters, none of them control characters";
    }

    private static bool IsWebAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var uri) && (uri.Scheme == Uri.UriSchemeHttp || uri.Scheme == Uri.UriSchemeHttps);

    private static bool IsPlain(string? text, int longest) => text is null || (text.Length <= longest && !text.Any(char.IsControl));
}
