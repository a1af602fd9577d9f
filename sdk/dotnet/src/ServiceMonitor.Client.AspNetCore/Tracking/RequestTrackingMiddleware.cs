using Microsoft.AspNetCore.Http;

namespace ServiceMonitor.Client.AspNetCore.Tracking;

/// <summary>
/// Counts a request at its beginning and at the end of its response. The end is told by the server itself, also
/// after an exception or an abort; awaiting the rest of the pipeline instead would cost an allocation per request.
/// </summary>
internal sealed class RequestTrackingMiddleware(RequestDelegate next, RequestTracker tracker)
{
    private static readonly Func<object, Task> Ended = static tracker =>
    {
        ((RequestTracker)tracker).Ended();
        return Task.CompletedTask;
    };

    internal Task InvokeAsync(HttpContext context)
    {
        tracker.Began();
        try
        {
            context.Response.OnCompleted(Ended, tracker);
        }
        catch (Exception)
        {
            // A server that cannot tell the end must not be counted for ever, nor break the request.
            tracker.Ended();
        }

        return next(context);
    }
}
