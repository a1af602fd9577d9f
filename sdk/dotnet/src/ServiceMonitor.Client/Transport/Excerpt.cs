using System.Globalization;
using System.Text;

namespace ServiceMonitor.Client.Transport;

/// <summary>
/// What others wrote, fit for a line of the log: what a server sends must not forge log lines.
/// <c>test/wire/trouble-vectors.json</c> holds it for every SDK.
/// </summary>
internal static class Excerpt
{
    // Enough to act on, not a page of HTML.
    private const int Longest = 200;

    // Far more than what is kept: an answer may be large.
    private const int LongestRead = 16 * Longest;

    internal static string Of(ReadOnlySpan<byte> body) => Of(Encoding.UTF8.GetString(body[..Math.Min(body.Length, LongestRead)]));

    internal static string Of(string text)
    {
        var line = new StringBuilder();
        var (written, cut) = (0, 0);
        foreach (var rune in text.AsSpan(0, Math.Min(text.Length, LongestRead)).EnumerateRunes())
        {
            if (!IsUnseen(rune)) Write(rune);
            else if (line.Length > 0 && line[^1] != ' ') Write(new(' '));
            if (written > Longest + 1) break;
        }

        if (line.Length > 0 && line[^1] == ' ')
        {
            line.Length--;
            written--;
        }

        if (written <= Longest) return line.ToString();
        line.Length = cut;
        return line.Append('…').ToString();

        void Write(Rune rune)
        {
            line.Append(rune);
            if (++written == Longest - 1) cut = line.Length;
        }
    }

    /// <summary>Control and format characters (bidi too), line ends, and every kind of space.</summary>
    private static bool IsUnseen(Rune rune) => Rune.GetUnicodeCategory(rune) is
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.Surrogate or
        UnicodeCategory.SpaceSeparator or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}
