using System.Net;
using System.Runtime.InteropServices;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Hosting.Internal;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

public sealed class RegistrationTests
{
    [Fact]
    public async Task An_application_registers_with_the_port_that_its_server_was_given()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url);

        var body = (await monitor.RegistrationAsync()).Body!;

        Assert.NotEqual(0, app.Url.Port);
        Assert.Equal(app.Url.Port, (int)body["port"]!);
        Assert.Equal($"http://127.0.0.1:{app.Url.Port}", (string?)body["url"]);
        Assert.Equal(Dns.GetHostName(), (string?)body["hostname"]);
        Assert.Null(body["instanceId"]);
    }

    [Fact]
    public async Task It_says_what_it_is()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options =>
        {
            options.Environment = "staging";
            options.HeartbeatInterval = TimeSpan.FromMilliseconds(2_500);
            options.Metadata["region"] = "north";
            options.Metadata["os"] = "the SDK's own keys win";
        });

        var request = await monitor.RegistrationAsync();

        Assert.Equal("orders", (string?)request.Body!["serviceName"]);
        Assert.Equal("staging", (string?)request.Body["environment"]);
        Assert.Equal(Environment.ProcessId, (int)request.Body["processId"]!);
        Assert.Equal(2.5, (double)request.Body["heartbeatIntervalSeconds"]!);
        Assert.Equal("north", (string?)request.Metadata["region"]);
        Assert.Equal(RuntimeInformation.OSDescription, (string?)request.Metadata["os"]);
        Assert.Equal(RuntimeInformation.FrameworkDescription, (string?)request.Metadata["framework"]);
        Assert.Equal(MonitoredApp.ApiKey, request.Headers["X-API-Key"]);
        Assert.StartsWith("ServiceMonitor.Client/", request.Headers["User-Agent"], StringComparison.Ordinal);
        Assert.StartsWith("application/json", request.Headers["Content-Type"], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_path_in_the_monitors_address_is_kept()
    {
        await using var gateway = await StandInMonitor.StartAsync();
        var path = new TaskCompletionSource<string>();
        await using var front = WebApplication.CreateSlimBuilder().Build();
        front.Urls.Add("http://127.0.0.1:0");
        front.Run(context =>
        {
            path.TrySetResult(context.Request.Path);
            return Task.CompletedTask;
        });
        await front.StartAsync();

        await using var app = await MonitoredApp.StartAsync($"{front.Urls.Single()}/monitor");

        Assert.Equal("/monitor/api/services/register", await path.Task.WithTimeout());
    }

    [Fact]
    public async Task A_worker_without_a_server_is_told_apart_by_its_process()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddMonitor(options => (options.BaseUrl, options.ApiKey, options.ServiceName) = (monitor.Url, MonitoredApp.ApiKey, "nightly"));
        using var host = builder.Build();
        await host.StartAsync().WithTimeout();

        var body = (await monitor.RegistrationAsync()).Body!;
        var beat = await monitor.BeatAsync();
        await host.StopAsync().WithTimeout();

        Assert.Equal($"{Dns.GetHostName()}:{Environment.ProcessId}", (string?)body["instanceId"]);
        Assert.Null(body["port"]);
        Assert.Null(beat.Metadata["requests_per_minute"]);
    }

    [Fact]
    public async Task A_host_of_the_older_kind_without_lifecycle_methods_registers_when_it_has_started()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var services = new ServiceCollection()
            .AddLogging()
            .AddSingleton<IHostApplicationLifetime, ApplicationLifetime>()
            .AddMonitor(options => (options.BaseUrl, options.ApiKey, options.ServiceName, options.Environment) = (monitor.Url, MonitoredApp.ApiKey, "old", "test"))
            .BuildServiceProvider();
        var hosted = services.GetServices<IHostedService>().First();

        await hosted.StartAsync(default);
        ((ApplicationLifetime)services.GetRequiredService<IHostApplicationLifetime>()).NotifyStarted();
        await monitor.RegistrationAsync();
        await hosted.StopAsync(default).WithTimeout();
        await monitor.StopAsync();
    }

    [Fact]
    public async Task The_application_starts_while_the_monitor_hangs()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Hang();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.ShutdownTimeout = TimeSpan.FromMilliseconds(100));
        await monitor.RegistrationAsync();

        using var client = new HttpClient();
        Assert.Equal(HttpStatusCode.NotFound, (await client.GetAsync(app.Url)).StatusCode);
    }
}
