using System.Text.Json;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Retry;

/// <summary>Says once what the monitor passes over: it passes it over in every heartbeat.</summary>
internal sealed class WarningLog(ILogger logger)
{
    private const int Most = 32;

    private readonly HashSet<string> said = new(StringComparer.Ordinal);

    internal void Say(JsonElement? warnings)
    {
        if (warnings is not { ValueKind: JsonValueKind.Array } list) return;
        foreach (var warning in list.EnumerateArray())
        {
            if (warning.ValueKind is not JsonValueKind.Object || TextOf(warning, "message") is not { } message) continue;
            var text = Excerpt.Of($"{TextOf(warning, "pointer")} {message}");
            if (said.Count < Most && said.Add(text)) Log.PassedOver(logger, text);
        }
    }

    private static string? TextOf(JsonElement warning, string name) =>
        warning.TryGetProperty(name, out var value) && value.ValueKind is JsonValueKind.String ? value.GetString() : null;
}
