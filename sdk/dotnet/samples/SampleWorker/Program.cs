// A worker that is monitored, on the plain runtime. Address and key come from SERVICE_MONITOR_URL and SERVICE_MONITOR_API_KEY.
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using ServiceMonitor.Client;

var builder = Host.CreateApplicationBuilder(args);
builder.Services.AddMonitor(builder.Configuration);
builder.Services.AddHostedService<Worker>();
builder.Build().Run();

/// <summary>Works until it is stopped; started with <c>--crash</c>, until the monitor took a heartbeat.</summary>
internal sealed class Worker(IServiceMonitorStatus status) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var isToCrash = Environment.GetCommandLineArgs().Contains("--crash");
        using var pace = new PeriodicTimer(TimeSpan.FromMilliseconds(100));
        while (await pace.WaitForNextTickAsync(stoppingToken))
        {
            if (isToCrash && status.LastAcceptedHeartbeat is not null) throw new InvalidOperationException("on purpose");
        }
    }
}
