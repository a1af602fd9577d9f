using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>A proxy before the real monitor that a test makes misbehave: what it does not answer itself, it passes on.</summary>
internal sealed class Detour : IAsyncDisposable
{
    private readonly WebApplication server;
    private readonly HttpClient monitor;
    private readonly Channel<string> heartbeats = Channel.CreateUnbounded<string>();

    private Detour(WebApplication server, HttpClient monitor) => (this.server, this.monitor) = (server, monitor);

    internal string Url => server.Urls.Single();

    /// <summary>Answers in the monitor's place, or not.</summary>
    internal Func<HttpRequest, RequestDelegate?> Misbehaves { get; set; } = _ => null;

    /// <summary>The next heartbeat that the monitor takes from now on, by its key.</summary>
    internal Task<string> NextHeartbeatAsync()
    {
        while (heartbeats.Reader.TryRead(out _))
        {
            // It came before.
        }

        return heartbeats.Reader.ReadAsync().AsTask().WithTimeout();
    }

    internal static bool IsHeartbeat(HttpRequest request) => request.Path == "/api/services/heartbeat";

    internal static async Task<Detour> StartAsync(MonitorProgram monitor)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var detour = new Detour(builder.Build(), new HttpClient { BaseAddress = new Uri(monitor.Url) });
        detour.server.Run(context => (detour.Misbehaves(context.Request) ?? detour.PassOnAsync)(context));
        await detour.server.StartAsync();
        return detour;
    }

    public async ValueTask DisposeAsync()
    {
        await server.DisposeAsync();
        monitor.Dispose();
    }

    private async Task PassOnAsync(HttpContext context)
    {
        using var request = new HttpRequestMessage(new HttpMethod(context.Request.Method), context.Request.Path + context.Request.QueryString);
        request.Headers.Add("X-API-Key", context.Request.Headers["X-API-Key"].ToString());
        if (context.Request.ContentType is { } type)
        {
            request.Content = new StreamContent(context.Request.Body);
            request.Content.Headers.Add("Content-Type", type);
        }

        using var answer = await monitor.SendAsync(request, context.RequestAborted);
        context.Response.StatusCode = (int)answer.StatusCode;
        context.Response.ContentType = answer.Content.Headers.ContentType?.ToString();
        if (answer.StatusCode is not System.Net.HttpStatusCode.NoContent) await answer.Content.CopyToAsync(context.Response.Body);
        if (answer.IsSuccessStatusCode && IsHeartbeat(context.Request)) heartbeats.Writer.TryWrite(context.Request.Headers["X-API-Key"].ToString());
    }
}
