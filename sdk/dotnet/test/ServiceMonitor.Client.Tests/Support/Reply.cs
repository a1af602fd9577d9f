using Microsoft.AspNetCore.Http;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>Answers of the stand-in monitor.</summary>
internal static class Reply
{
    internal static RequestDelegate Registered(string instanceId = "a4472461-45cd-8f71-9126-afabdbb36fa5") => Json(
        $$"""{"serviceId":"a448c71a-4ec2-8a01-b133-ed43b3da94a7","instanceId":"{{instanceId}}","serviceName":"s","environment":"e","status":"registered","message":"ok"}""");

    /// <summary>Contract only: the interval of the SDK stands.</summary>
    internal static RequestDelegate Beaten() => Json("""{"status":"ok","timestamp":"2026-11-21T12:00:00.000Z","message":"Heartbeat received."}""");

    internal static RequestDelegate Json(string body) => Write(200, body);

    internal static RequestDelegate Status(int status, string body = "{}", string? retryAfter = null) => context =>
    {
        if (retryAfter is not null) context.Response.Headers.RetryAfter = retryAfter;
        return Write(status, body)(context);
    };

    /// <summary>Takes the request and never answers it.</summary>
    internal static RequestDelegate Hang() => context =>
        Task.Delay(Timeout.Infinite, context.RequestAborted).ContinueWith(_ => { }, TaskScheduler.Default);

    /// <summary>Answers only when told to.</summary>
    internal static RequestDelegate Once(Task told, RequestDelegate then) => async context =>
    {
        await told;
        await then(context);
    };

    private static RequestDelegate Write(int status, string body) => async context =>
    {
        context.Response.StatusCode = status;
        if (status == 204) return;
        context.Response.ContentType = "application/json";
        await context.Response.WriteAsync(body);
    };
}
