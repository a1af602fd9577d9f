using System.Text;

namespace ServiceMonitor.Client.Transport;

/// <summary>The start of a body for the log, in one line: what a server sends must not forge log lines.</summary>
internal static class Excerpt
{
    private const int Longest = 500;

    internal static string Of(ReadOnlySpan<byte> body)
    {
        var text = Encoding.UTF8.GetString(body[..Math.Min(body.Length, Longest)]);
        return string.Create(text.Length, text, static (into, from) =>
        {
            for (var at = 0; at < from.Length; at++) into[at] = char.IsControl(from[at]) ? ' ' : from[at];
        });
    }
}
