using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>A crash does not deregister: the monitor learns of it by the silence.</summary>
public sealed class CrashTests
{
    private readonly TaskCompletionSource told = new();

    public static TheoryData<string> Ends => ["throws", "gives up"];

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task A_worker_that_ends_by_an_exception_does_not_deregister_when_the_host_stops(string end)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);
        var stopping = Stopping(app);

        told.SetException(end == "throws" ? new InvalidOperationException("on purpose") : new TaskCanceledException("a request took too long", new TimeoutException()));
        await stopping.WithTimeout();
        await app.StopAsync();

        Assert.Contains("Worker ended by an exception", (await app.Logs.LineAsync(18)).Text, StringComparison.Ordinal);
        Assert.Equal(0, monitor.StopsWaiting);
    }

    [Fact]
    public async Task A_worker_that_the_stop_cancels_is_no_crash()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);
        app.App.Lifetime.ApplicationStopping.Register(told.SetCanceled);

        app.App.Lifetime.StopApplication();
        await app.StopAsync();

        await monitor.StopAsync();
        await app.Logs.LineAsync(13);
    }

    [Fact]
    public async Task A_worker_whose_end_the_host_ignores_is_not_why_it_stops()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor, services => services.Configure<HostOptions>(host =>
            host.BackgroundServiceExceptionBehavior = BackgroundServiceExceptionBehavior.Ignore));
        var worker = app.App.Services.GetServices<IHostedService>().OfType<Worker>().Single();

        told.SetException(new InvalidOperationException("on purpose"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => worker.ExecuteTask!.WithTimeout());
        await app.StopAsync();

        await monitor.StopAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_start_that_fails_in_another_service_does_not_deregister(bool isAfterOurs)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = MonitoredApp.Build(monitor.Url, build: builder => builder.Services.AddHostedService(_ => new Broken(isAfterOurs, monitor)));

        await Assert.ThrowsAsync<InvalidOperationException>(() => app.App.StartAsync());
        await app.StopAsync();

        Assert.Equal(isAfterOurs ? 1 : 0, app.Logs.Count(18));
        Assert.Equal(0, monitor.StopsWaiting);
    }

    [Fact]
    public async Task An_exception_that_nobody_handled_counts_for_ten_seconds()
    {
        var clock = new ManualTimeProvider();
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock);
        var end = app.App.Services.GetRequiredService<ProcessEnd>();

        Assert.Null(end.Fault());
        end.NoteCrash();
        clock.Advance(TimeSpan.FromSeconds(9.9));
        Assert.Equal("an exception was not handled", end.Fault());
        clock.Advance(TimeSpan.FromSeconds(0.1));
        Assert.Null(end.Fault());
    }

    private static Task Stopping(MonitoredApp app)
    {
        var seen = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        app.App.Lifetime.ApplicationStopping.Register(seen.SetResult);
        return seen.Task;
    }

    private async Task<MonitoredApp> StartAsync(StandInMonitor monitor, Action<IServiceCollection>? add = null)
    {
        var app = await MonitoredApp.StartAsync(monitor.Url, build: builder =>
        {
            builder.Services.AddHostedService(_ => new Worker(told.Task));
            add?.Invoke(builder.Services);
        });
        await monitor.BeatAsync();
        return app;
    }

    private sealed class Broken(bool isAfterOurs, StandInMonitor monitor) : IHostedLifecycleService
    {
        public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StartAsync(CancellationToken cancellationToken) =>
            isAfterOurs ? Task.CompletedTask : throw new InvalidOperationException("on purpose");

        public async Task StartedAsync(CancellationToken cancellationToken)
        {
            await monitor.BeatAsync();
            throw new InvalidOperationException("on purpose");
        }

        public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }

    private sealed class Worker(Task work) : BackgroundService
    {
        protected override Task ExecuteAsync(CancellationToken stoppingToken) => work.WaitAsync(stoppingToken);
    }
}
