using System.Text.Json.Nodes;

namespace ServiceMonitor.Client.Registration;

/// <summary>What the application itself says about its instance.</summary>
internal static class OwnMetadata
{
    internal static JsonObject Of(ServiceMonitorOptions options)
    {
        var own = new JsonObject();
        // Copies: a node of JSON has one parent, and the next registration has another.
        foreach (var (key, value) in options.Metadata) own[key] = value?.DeepClone();
        if (options.Labels.Count == 0) return own;
        var labels = new JsonObject();
        foreach (var (name, value) in options.Labels) labels[name] = value;
        own["labels"] = labels;
        return own;
    }
}
