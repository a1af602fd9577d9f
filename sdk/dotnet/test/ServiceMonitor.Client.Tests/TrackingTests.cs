using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Tests.Support;
using ServiceMonitor.Client.Web;
using ServiceMonitor.Client.AspNetCore;
using ServiceMonitor.Client.AspNetCore.Tracking;

namespace ServiceMonitor.Client.Tests;

public sealed class TrackingTests
{
    [Fact]
    public async Task Requests_under_way_are_active_connections_and_all_of_them_are_counted()
    {
        var clock = new ManualTimeProvider();
        var arrived = new CountdownEvent(5);
        var answer = new TaskCompletionSource();
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock, pipeline: added =>
        {
            added.UseMonitorTracking();
            added.Run(_ =>
            {
                arrived.Signal();
                return answer.Task;
            });
        });
        await monitor.BeatAsync();

        using var client = new HttpClient();
        var requests = Enumerable.Range(0, 5).Select(_ => client.GetAsync(app.Url)).ToList();
        await Task.Run(() => arrived.Wait(TestTimeout.Limit));
        await clock.PassAsync(TimeSpan.FromSeconds(30));
        var during = (await monitor.BeatAsync()).Metadata;
        answer.SetResult();
        await Task.WhenAll(requests).WithTimeout();
        await EndAsync(app);
        await clock.PassAsync(TimeSpan.FromSeconds(30));
        var after = (await monitor.BeatAsync()).Metadata;

        Assert.Equal((5, 5), ((long)during["active_connections"]!, (long)during["requests_per_minute"]!));
        Assert.Equal((0, 0), ((long)after["active_connections"]!, (long)after["requests_per_minute"]!));
    }

    [Fact]
    public async Task A_request_that_throws_is_counted_and_ends()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor, _ => throw new InvalidOperationException("on purpose"));

        using var client = new HttpClient();
        Assert.Equal(HttpStatusCode.InternalServerError, (await client.GetAsync(app.Url)).StatusCode);

        await EndAsync(app);
        Assert.Equal(1, Tracker(app).RequestsInLastMinute());
    }

    [Fact]
    public async Task A_request_that_its_caller_leaves_is_counted_and_ends()
    {
        var arrived = new TaskCompletionSource();
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor, context =>
        {
            arrived.SetResult();
            return Task.Delay(Timeout.Infinite, context.RequestAborted);
        });

        using var leave = new CancellationTokenSource();
        using var client = new HttpClient();
        var request = client.GetAsync(app.Url, leave.Token);
        await arrived.Task.WithTimeout();
        Assert.Equal(1, Tracker(app).Active);
        await leave.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => request);

        await EndAsync(app);
        Assert.Equal(1, Tracker(app).RequestsInLastMinute());
    }

    [Fact]
    public async Task The_applications_exceptions_pass_through()
    {
        var middleware = new RequestTrackingMiddleware(_ => throw new InvalidOperationException("on purpose"), new(TimeProvider.System));

        await Assert.ThrowsAsync<InvalidOperationException>(() => middleware.InvokeAsync(new DefaultHttpContext()));
    }

    [Fact]
    public async Task A_second_call_changes_nothing()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, pipeline: added =>
        {
            added.UseMonitorTracking().UseMonitorTracking();
            added.Run(_ => Task.CompletedTask);
        });

        using var client = new HttpClient();
        await client.GetAsync(app.Url);

        await EndAsync(app);
        Assert.Equal(1, Tracker(app).RequestsInLastMinute());
        Assert.Contains("already", (await app.Logs.LineAsync(16)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_is_harmless_where_the_SDK_was_not_added()
    {
        await using var app = WebApplication.CreateSlimBuilder().Build();

        Assert.Same(app, app.UseMonitorTracking());
    }

    [Fact]
    public async Task Where_tracking_is_off_no_middleware_is_added()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.EnableRequestTracking = false);

        Assert.False(Tracker(app).IsAttached);
    }

    private static RequestTracker Tracker(MonitoredApp app) => ((AspNetCoreServer)app.App.Services.GetRequiredService<IWebServer>()).Tracker;

    private static Task<MonitoredApp> StartAsync(StandInMonitor monitor, RequestDelegate handle) => MonitoredApp.StartAsync(
        monitor.Url,
        pipeline: app =>
        {
            app.UseMonitorTracking();
            app.Run(handle);
        });

    /// <summary>The server tells the end of a response only after the caller has got it.</summary>
    private static Task EndAsync(MonitoredApp app) =>
        Task.Run(() => Assert.True(SpinWait.SpinUntil(() => Tracker(app).Active == 0, TestTimeout.Limit)));
}
