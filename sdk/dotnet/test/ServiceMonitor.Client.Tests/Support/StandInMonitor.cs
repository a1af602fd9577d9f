using System.Text.Json.Nodes;
using System.Threading.Channels;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>A monitor on a real port whose answers a test chooses, and whose requests it awaits one by one.</summary>
internal sealed class StandInMonitor : IAsyncDisposable
{
    private readonly Channel<Received> registrations = Channel.CreateUnbounded<Received>();
    private readonly Channel<Received> beats = Channel.CreateUnbounded<Received>();
    private readonly Channel<Received> stops = Channel.CreateUnbounded<Received>();
    private WebApplication? server;

    internal string Url { get; private set; } = "http://127.0.0.1:0";

    internal RequestDelegate OnRegister { get; set; } = Reply.Registered();

    internal RequestDelegate OnBeat { get; set; } = Reply.Beaten();

    internal RequestDelegate OnStop { get; set; } = Reply.Status(204);

    internal int BeatsWaiting => beats.Reader.Count;

    internal int StopsWaiting => stops.Reader.Count;

    internal static async Task<StandInMonitor> StartAsync()
    {
        var monitor = new StandInMonitor();
        await monitor.OpenAsync();
        return monitor;
    }

    /// <summary>Starts, again on the same port after <see cref="CloseAsync"/>.</summary>
    internal async Task OpenAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls(Url);
        server = builder.Build();
        server.Run(HandleAsync);
        await server.StartAsync();
        Url = server.Urls.Single();
    }

    internal async Task CloseAsync()
    {
        if (server is null) return;
        using var now = new CancellationTokenSource();
        await now.CancelAsync();
        await server.StopAsync(now.Token);
        await server.DisposeAsync();
        server = null;
    }

    internal Task<Received> RegistrationAsync() => registrations.Reader.ReadAsync().AsTask().WithTimeout();

    internal Task<Received> BeatAsync() => beats.Reader.ReadAsync().AsTask().WithTimeout();

    internal Task<Received> StopAsync() => stops.Reader.ReadAsync().AsTask().WithTimeout();

    public async ValueTask DisposeAsync() => await CloseAsync();

    private async Task HandleAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body);
        var text = await reader.ReadToEndAsync();
        var headers = context.Request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString(), StringComparer.OrdinalIgnoreCase);
        var received = new Received(context.Request.Method, context.Request.Path, headers, text.Length == 0 ? null : JsonNode.Parse(text));
        var (channel, answer) = (received.Method, received.Path) switch
        {
            ("POST", "/api/services/register") => (registrations, OnRegister),
            ("POST", "/api/services/heartbeat") => (beats, OnBeat),
            ("DELETE", _) => (stops, OnStop),
            _ => throw new InvalidOperationException($"the SDK sent {received.Method} {received.Path}"),
        };
        channel.Writer.TryWrite(received);
        await answer(context);
    }
}
