using System.Text.Json.Nodes;

namespace ServiceMonitor.Client.Location;

/// <summary>
/// The metadata that says where this instance runs: what the application says, else what is found, else what the cloud
/// says. Found once, since it does not change while the process lives. What is not known is not sent.
/// </summary>
internal sealed class InstanceLocation
{
    private Dictionary<string, string>? found;
    private Dictionary<string, string>? asked;

    internal async Task<JsonObject> MetadataAsync(ServiceMonitorOptions options, CancellationToken giveUp)
    {
        var metadata = new JsonObject();
        if (!options.EnableLocation) return metadata;
        found ??= FoundLocation.Find(Environment.GetEnvironmentVariable, "/", FoundLocation.MachineName());
        if (options.AskCloudMetadata)
        {
            var task = Environment.GetEnvironmentVariable("ECS_CONTAINER_METADATA_URI_V4");
            asked ??= await CloudLocation.AskAsync(CloudLocation.MetadataAddress, task, giveUp).ConfigureAwait(false);
        }

        foreach (var part in LocationVariables.Parts)
        {
            var value = options.Location.TryGetValue(part.Name, out var given) ? given.Trim() : Known(part.Name, options.AskCloudMetadata);
            if (!string.IsNullOrEmpty(value)) metadata[part.Name] = value;
        }

        if (found.TryGetValue("container_id", out var containerId)) metadata["container_id"] = containerId;
        return metadata;
    }

    private string? Known(string part, bool fromCloud) =>
        found?.GetValueOrDefault(part) ?? (fromCloud ? asked?.GetValueOrDefault(part) : null);
}
