using System.Collections.Concurrent;
using System.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>What the host does to its own clients, traces and logs must not meet ours, nor ours theirs.</summary>
public sealed class IsolationTests
{
    [Fact]
    public async Task Handlers_that_the_host_gives_to_all_its_clients_are_not_used()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, build: builder =>
            builder.Services.ConfigureHttpClientDefaults(clients => clients.AddHttpMessageHandler(() => new RefusingHandler())));

        await monitor.BeatAsync();
    }

    [Fact]
    public async Task Headers_that_the_host_gives_to_all_its_clients_are_not_sent()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, build: builder =>
            builder.Services.ConfigureHttpClientDefaults(clients => clients.ConfigureHttpClient(client =>
            {
                client.DefaultRequestHeaders.Add("Authorization", "Bearer secret-of-the-host");
                client.DefaultRequestHeaders.Add("X-API-Key", "another");
                client.DefaultRequestVersion = new Version(2, 0);
                client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact;
            })));

        var headers = (await monitor.BeatAsync()).Headers;
        Assert.Equal(MonitoredApp.ApiKey, headers["X-API-Key"]);
        Assert.DoesNotContain("Authorization", headers.Keys);
    }

    [Fact]
    public async Task What_the_application_hangs_on_our_own_client_is_used()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        var proxied = new TaskCompletionSource<Uri>();
        await using var app = await MonitoredApp.StartAsync("http://monitor.test", build: builder => builder.Services.ConfigureMonitorHttpClient(http => http
            .UseSocketsHttpHandler((handler, _) => handler.Proxy = new System.Net.WebProxy(monitor.Url))
            .AddHttpMessageHandler(() => new NotingHandler(proxied))));

        Assert.Equal("http://monitor.test/api/services/register", (await proxied.Task.WithTimeout()).ToString());
        Assert.Equal("monitor.test", (await monitor.BeatAsync()).Headers["Host"]);
    }

    [Fact]
    public async Task No_span_is_made_for_a_heartbeat_and_no_trace_is_passed_on()
    {
        var spans = new ConcurrentQueue<string>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "System.Net.Http",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = span => spans.Enqueue($"{span.GetTagItem("server.port")}"),
        };
        ActivitySource.AddActivityListener(listener);
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url);

        Assert.DoesNotContain("traceparent", (await monitor.BeatAsync()).Headers.Keys, StringComparer.OrdinalIgnoreCase);
        await app.StopAsync();
        Assert.DoesNotContain($"{new Uri(monitor.Url).Port}", spans);
    }

    [Fact]
    public async Task Nothing_that_is_logged_holds_the_key_and_the_http_client_is_silent()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(401);
        await using var app = await MonitoredApp.StartAsync(monitor.Url.Replace("://", "://user:secret@", StringComparison.Ordinal));
        await app.Logs.LineAsync(5);
        await app.StopAsync();

        Assert.DoesNotContain(app.Logs.Lines, line => line.Text.Contains(MonitoredApp.ApiKey, StringComparison.Ordinal));
        Assert.DoesNotContain(app.Logs.OurLines, line => line.Text.Contains("secret", StringComparison.Ordinal));
        Assert.DoesNotContain(app.Logs.Lines, line => line.Category.StartsWith("System.Net.Http.HttpClient.ServiceMonitor", StringComparison.Ordinal));
        Assert.DoesNotContain(app.Logs.OurLines, line => line.Level == LogLevel.Critical);
    }

    private sealed class NotingHandler(TaskCompletionSource<Uri> seen) : DelegatingHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            seen.TrySetResult(request.RequestUri!);
            return base.SendAsync(request, cancellationToken);
        }
    }

    private sealed class RefusingHandler : DelegatingHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            throw new InvalidOperationException("the host's handler was used");
    }
}
