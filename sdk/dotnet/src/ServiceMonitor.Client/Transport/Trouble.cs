namespace ServiceMonitor.Client.Transport;

/// <summary>What went wrong with a request, for one line of the log. Every text names the address, and the status if there is one.</summary>
/// <param name="address">Where the request went, as it may be shown.</param>
internal sealed class Trouble(string address)
{
    internal string NoAnswer => $"no answer in time from {address}";

    /// <summary>The innermost exception says what happened; the outer ones say that something did.</summary>
    internal string Of(Exception error)
    {
        var cause = error.GetBaseException();
        return $"{cause.GetType().Name}: {Excerpt.Of(cause.Message)} ({address})";
    }

    internal string Of(HttpResponseMessage response, ReadOnlySpan<byte> body)
    {
        var start = Start(response);
        return (int)response.StatusCode switch
        {
            >= 300 and < 400 => $"{start}: a redirect{Target(response)}, which is not followed; BaseUrl must be the monitor's own address",
            404 => $"{start}: there is no monitor under this path; see BaseUrl",
            >= 400 and < 500 and not (401 or 403 or 408 or 413 or 425 or 429) => $"{start}: {Excerpt.Of(body)}",
            _ => start,
        };
    }

    /// <summary>It was taken, and the body is none of the monitor's: a captive portal, a proxy's page, another server.</summary>
    internal string NotTheMonitors(HttpResponseMessage response, ReadOnlySpan<byte> body) => IsPage(response, body)
        ? $"{Start(response)}: a page where JSON was expected, so it is not the monitor that answers"
        : $"{Start(response)}: the answer is not the JSON object that was expected";

    private static bool IsPage(HttpResponseMessage response, ReadOnlySpan<byte> body) =>
        response.Content.Headers.ContentType?.MediaType is "text/html" || body.TrimStart(" \t\r\n"u8).StartsWith("<"u8);

    /// <summary>Without its query, in which others carry secrets.</summary>
    private static string Target(HttpResponseMessage response) => response.Headers.Location switch
    {
        null => string.Empty,
        { IsAbsoluteUri: true } uri => $" to {Excerpt.Of(uri.GetComponents(UriComponents.SchemeAndServer | UriComponents.Path, UriFormat.UriEscaped))}",
        { } uri => $" to {Excerpt.Of(uri.OriginalString.Split('?', '#')[0])}",
    };

    private string Start(HttpResponseMessage response) => $"HTTP {(int)response.StatusCode} from {address}";
}
