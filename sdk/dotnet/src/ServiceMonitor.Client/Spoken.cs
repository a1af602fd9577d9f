using System.Globalization;

namespace ServiceMonitor.Client;

/// <summary>Durations as people read them.</summary>
internal static class Spoken
{
    internal static string Duration(TimeSpan span) => span switch
    {
        { TotalMilliseconds: < 999.5 } => $"{span.TotalMilliseconds:0} ms",
        { TotalSeconds: < 59.95 } => string.Create(CultureInfo.InvariantCulture, $"{span.TotalSeconds:0.#} s"),
        { TotalMinutes: < 59.5 } => Two((int)Math.Round(span.TotalSeconds), 60, "min", "s"),
        { TotalHours: < 23.5 } => Two((int)Math.Round(span.TotalMinutes), 60, "h", "min"),
        _ => Two((int)Math.Round(span.TotalHours), 24, "d", "h"),
    };

    private static string Two(int amount, int size, string large, string small) =>
        amount % size == 0 ? $"{amount / size} {large}" : $"{amount / size} {large} {amount % size} {small}";
}
