using System.Buffers;
using System.Globalization;
using System.Text;

namespace ServiceMonitor.Client.Configuration;

/// <summary>What a service or an environment may be called, by the monitor's rules.</summary>
internal static class MonitoredName
{
    private const int Longest = 128;

    /// <summary>Format characters that stand between letters of some scripts and between parts of an emoji.</summary>
    private static readonly SearchValues<char> Joiners = SearchValues.Create("\u200C\u200D");

    internal static bool IsValid(string? text)
    {
        var rest = (text ?? string.Empty).AsSpan().Trim();
        var (length, isSeen) = (0, false);
        while (!rest.IsEmpty)
        {
            if (Rune.DecodeFromUtf16(rest, out var rune, out var used) is not OperationStatus.Done || IsRefused(rune)) return false;
            isSeen |= Rune.IsLetterOrDigit(rune) || Rune.IsNumber(rune) || Rune.IsPunctuation(rune) || Rune.IsSymbol(rune);
            length++;
            rest = rest[used..];
        }

        return isSeen && length <= Longest;
    }

    /// <summary>What ends a line, turns the direction of reading, or takes no place on a screen.</summary>
    private static bool IsRefused(Rune rune) => Rune.GetUnicodeCategory(rune) switch
    {
        UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator => true,
        UnicodeCategory.Format => rune.IsBmp && !Joiners.Contains((char)rune.Value),
        _ => false,
    };
}
