using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using ServiceMonitor.Client.Health;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.Health;

/// <summary>The application's own health checks join the heartbeat, and never hold it up.</summary>
public sealed class HealthTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);
    private readonly ManualTimeProvider clock = new();
    private readonly StubCheck check = new();

    [Fact]
    public async Task A_heartbeat_says_what_the_last_round_of_checks_said()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);

        await RoundAsync(monitor, app);

        Assert.Equal(("healthy", null), await AfterAsync(monitor, app, () => HealthCheckResult.Healthy()));
        Assert.Equal(("degraded", "stock: slow by 3 s"), await AfterAsync(monitor, app, () => HealthCheckResult.Degraded("slow\nby 3 s")));
        Assert.Equal(("unhealthy", "stock: no database"), await AfterAsync(monitor, app, () => throw new InvalidOperationException("no database")));
        Assert.Equal(("healthy", null), await AfterAsync(monitor, app, () => HealthCheckResult.Healthy()));
    }

    [Fact]
    public async Task A_check_that_hangs_delays_no_heartbeat_and_is_unhealthy_and_said_once()
    {
        var end = new TaskCompletionSource<HealthCheckResult>();
        check.Next = () => end.Task;
        await using var monitor = await StandInMonitor.StartAsync();
        // Another time than that of a request, by which the test tells them apart.
        var timeout = TimeSpan.FromSeconds(7);
        await using var app = await StartAsync(monitor, options => options.HealthTimeout = timeout);

        Assert.Null((await monitor.BeatAsync()).Body!["health"]);
        await check.Begun;
        await clock.WaitsForAsync(Interval);
        await clock.PassAsync(timeout);
        await app.Logs.LineAsync(21);
        clock.Advance(Interval - timeout);
        for (var beat = 0; beat < 3; beat++)
        {
            var received = await monitor.BeatAsync();
            Assert.Equal(("unhealthy", "health checks: no result within 7 s"), ((string?)received.Body!["health"], (string?)received.Metadata["health_reasons"]));
            await clock.PassAsync(Interval);
        }

        Assert.Equal(1, check.Runs);
        Assert.Equal(1, app.Logs.Count(21));
        end.SetResult(HealthCheckResult.Healthy());
    }

    [Fact]
    public async Task Without_health_checks_or_switched_off_nothing_is_said()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor, options => options.EnableHealthChecks = false);

        await monitor.BeatAsync();
        await clock.PassAsync(Interval);
        Assert.False((await monitor.BeatAsync()).Body!.AsObject().ContainsKey("health"));
        Assert.Equal(0, check.Runs);
    }

    [Fact]
    public void The_worst_reason_comes_first_and_all_fit_in_256_characters()
    {
        var entries = new Dictionary<string, HealthReportEntry>
        {
            ["cache"] = Entry(HealthStatus.Degraded, null),
            ["queue"] = Entry(HealthStatus.Healthy, "fine"),
            ["database"] = Entry(HealthStatus.Unhealthy, new string('x', 227) + "😀😀😀😀😀"),
        };

        var result = HealthResult.Of(new HealthReport(entries, TimeSpan.Zero));

        Assert.Equal("unhealthy", result.Health);
        Assert.Equal($"database: {new string('x', 227)}😀😀😀😀😀; cache:…", result.Reasons);
        Assert.InRange(result.Reasons!.Length, 250, 256);
        entries["database"] = Entry(HealthStatus.Unhealthy, new string('x', 244) + "😀😀");
        Assert.EndsWith("x…", HealthResult.Of(new HealthReport(entries, TimeSpan.Zero)).Reasons, StringComparison.Ordinal);
    }

    private static HealthReportEntry Entry(HealthStatus status, string? description) => new(status, description, TimeSpan.Zero, null, null);

    /// <summary>What the heartbeat says after the one that began a round in which the check says this.</summary>
    private async Task<(string? Health, string? Reasons)> AfterAsync(StandInMonitor monitor, MonitoredApp app, Func<HealthCheckResult> says)
    {
        check.Next = () => Task.FromResult(says());
        await clock.PassAsync(Interval);
        await RoundAsync(monitor, app);
        await clock.PassAsync(Interval);
        var received = await RoundAsync(monitor, app);
        return ((string?)received.Body!["health"], (string?)received.Metadata["health_reasons"]);
    }

    /// <summary>A heartbeat, and the end of the round that it began.</summary>
    private static async Task<Received> RoundAsync(StandInMonitor monitor, MonitoredApp app)
    {
        var received = await monitor.BeatAsync();
        await app.App.Services.GetRequiredService<HealthRound>().Current.WithTimeout();
        return received;
    }

    private Task<MonitoredApp> StartAsync(StandInMonitor monitor, Action<ServiceMonitorOptions>? options = null) =>
        MonitoredApp.StartAsync(monitor.Url, options, clock, build: builder => builder.Services.AddHealthChecks().AddCheck("stock", check));

    private sealed class StubCheck : IHealthCheck
    {
        internal Func<Task<HealthCheckResult>> Next { get; set; } = () => Task.FromResult(HealthCheckResult.Healthy());

        private readonly TaskCompletionSource begun = new(TaskCreationOptions.RunContinuationsAsynchronously);

        internal int Runs { get; private set; }

        /// <summary>Completes when it runs for the first time: on a busy machine that is later than the clock of a test.</summary>
        internal Task Begun => begun.Task;

        public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
        {
            Runs++;
            begun.TrySetResult();
            return Next();
        }
    }
}
