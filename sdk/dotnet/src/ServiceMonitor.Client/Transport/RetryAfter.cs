namespace ServiceMonitor.Client.Transport;

/// <summary>The <c>Retry-After</c> header, as seconds or as a date; nothing where it asks for no wait.</summary>
internal static class RetryAfter
{
    internal static TimeSpan? Read(HttpResponseMessage response, DateTimeOffset now)
    {
        var header = response.Headers.RetryAfter;
        return (header?.Delta ?? header?.Date - now) is { } wait && wait > TimeSpan.Zero ? wait : null;
    }
}
