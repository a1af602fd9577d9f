namespace ServiceMonitor.Client.Location;

/// <summary>A name in the form in which the monitor keeps it.</summary>
internal static class LocationText
{
    /// <summary>No name of a host is longer; the monitor ignores longer ones.</summary>
    internal const int Longest = 253;

    /// <summary>Null: it says nothing.</summary>
    internal static string? Of(string? value)
    {
        if (value is null) return null;
        var text = string.Concat(value.Select(letter => char.IsControl(letter) ? ' ' : letter)).Trim();
        return text.Length is 0 or > Longest ? null : text;
    }
}
