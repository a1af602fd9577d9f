using System.Globalization;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Configuration;

namespace ServiceMonitor.Client.Configuration;

/// <summary>A part of the configuration as JSON. A configuration knows no numbers: whatever is no list or object is a text.</summary>
internal static class ConfigurationJson
{
    internal static JsonNode? Of(IConfigurationSection section)
    {
        var children = section.GetChildren().ToList();
        if (children.Count == 0) return section.Value;
        if (IsList(children)) return new JsonArray([.. children.Select(Of)]);
        var json = new JsonObject();
        foreach (var child in children) json[child.Key] = Of(child);
        return json;
    }

    private static bool IsList(List<IConfigurationSection> children) =>
        children.Select((child, index) => child.Key == index.ToString(CultureInfo.InvariantCulture)).All(isNext => isNext);
}
