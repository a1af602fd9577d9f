using System.Globalization;

namespace ServiceMonitor.Client.Transport;

/// <summary>Moments as the wire has them: RFC 3339 in UTC with milliseconds.</summary>
internal static class WireTime
{
    internal static string Format(DateTimeOffset moment) =>
        moment.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
