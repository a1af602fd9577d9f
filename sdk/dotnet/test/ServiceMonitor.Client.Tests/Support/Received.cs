using System.Text.Json.Nodes;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>A request as the stand-in monitor got it.</summary>
internal sealed record Received(string Method, string Path, IReadOnlyDictionary<string, string> Headers, JsonNode? Body)
{
    internal string? InstanceId => (string?)Body?["instanceId"];

    internal JsonObject Metadata => Body!["metadata"]!.AsObject();
}
