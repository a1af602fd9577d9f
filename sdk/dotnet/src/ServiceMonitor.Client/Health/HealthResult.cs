using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace ServiceMonitor.Client.Health;

/// <summary>What the health checks of the application said, as it is sent.</summary>
/// <param name="Health"><c>healthy</c>, <c>degraded</c> or <c>unhealthy</c>.</param>
/// <param name="Reasons">Why it is not healthy, in one line.</param>
internal sealed record HealthResult(string Health, string? Reasons)
{
    private const int LongestReasons = 256;

    internal static HealthResult Of(HealthReport report)
    {
        // What is worst is read first, and cut last.
        var reasons = report.Entries
            .Where(entry => entry.Value.Status is not HealthStatus.Healthy)
            .OrderBy(entry => entry.Value.Status)
            .Select(entry => $"{entry.Key}: {entry.Value.Description ?? entry.Value.Exception?.Message ?? Word(entry.Value.Status)}");
        return Of(report.Status, string.Join("; ", reasons));
    }

    internal static HealthResult Unhealthy(string reason) => Of(HealthStatus.Unhealthy, reason);

    private static HealthResult Of(HealthStatus status, string reasons) =>
        new(Word(status), status is HealthStatus.Healthy || reasons.Length == 0 ? null : Cut(OneLine(reasons)));

    private static string Word(HealthStatus status) => status switch
    {
        HealthStatus.Healthy => "healthy",
        HealthStatus.Degraded => "degraded",
        _ => "unhealthy",
    };

    private static string OneLine(string text) => string.Create(text.Length, text, static (into, from) =>
    {
        for (var at = 0; at < from.Length; at++) into[at] = char.IsControl(from[at]) ? ' ' : from[at];
    });

    /// <summary>Not through the middle of a character that takes two places.</summary>
    private static string Cut(string text)
    {
        if (text.Length <= LongestReasons) return text;
        var end = LongestReasons - 1;
        return $"{text[..(char.IsHighSurrogate(text[end - 1]) ? end - 1 : end)]}…";
    }
}
