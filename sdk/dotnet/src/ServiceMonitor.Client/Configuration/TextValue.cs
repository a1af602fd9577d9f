using System.Globalization;

namespace ServiceMonitor.Client.Configuration;

/// <summary>Texts of the configuration as values. A text that cannot be one throws a <see cref="FormatException"/>.</summary>
internal static class TextValue
{
    // The longer unit first: "ms" also ends in "s".
    private static readonly (string Unit, double Milliseconds)[] Units =
        [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

    internal static bool ToBoolean(string text) => text.Trim().ToUpperInvariant() switch
    {
        "TRUE" or "1" or "YES" or "ON" => true,
        "FALSE" or "0" or "NO" or "OFF" => false,
        _ => throw new FormatException("must be true or false"),
    };

    internal static int ToPort(string text) => ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var port) && port > 0
        ? port
        : throw new FormatException("must be a port between 1 and 65535");

    /// <summary><c>30s</c> and <c>250ms</c> as the monitor writes them, <c>00:00:30</c> as .NET does, or seconds.</summary>
    internal static TimeSpan ToDuration(string text)
    {
        var trimmed = text.Trim();
        foreach (var (unit, milliseconds) in Units)
        {
            if (!trimmed.EndsWith(unit, StringComparison.Ordinal)) continue;
            if (TryNumber(trimmed[..^unit.Length], out var amount)) return ToTimeSpan(amount * milliseconds);
        }

        if (TryNumber(trimmed, out var seconds)) return ToTimeSpan(seconds * 1_000);
        if (TimeSpan.TryParse(trimmed, CultureInfo.InvariantCulture, out var span)) return span;
        throw new FormatException("must be a duration such as 250ms, 30s, 5m or 00:00:30");
    }

    internal static string ToFileContent(string path)
    {
        try
        {
            return File.ReadAllText(path).Trim();
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new FormatException($"names a file that cannot be read ({error.GetType().Name})", error);
        }
    }

    private static bool TryNumber(string text, out double number) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number);

    private static TimeSpan ToTimeSpan(double milliseconds) =>
        milliseconds <= TimeSpan.MaxValue.TotalMilliseconds / 2
            ? TimeSpan.FromMilliseconds(milliseconds)
            : throw new FormatException("must be a duration that is not longer than anybody waits");
}
