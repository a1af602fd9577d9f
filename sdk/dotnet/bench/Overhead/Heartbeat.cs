using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Transport;

namespace Overhead;

/// <summary>Heartbeats, measured and sent over a real socket. The stand-in monitor's own cost is in the figure: an upper bound.</summary>
internal static class Heartbeat
{
    private const int Beats = 3_000;

    internal static async Task<string> MeasureAsync()
    {
        await using var monitor = await StartMonitorAsync();
        // The services of the SDK without a host that would start them.
        await using var services = new ServiceCollection()
            .AddMonitor(options => (options.BaseUrl, options.ApiKey) = (monitor.Urls.Single(), "key"))
            .BuildServiceProvider();
        var content = services.GetRequiredService<HeartbeatContent>();
        var api = services.GetRequiredService<MonitorApi>();
        await SendAsync(500);

        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var used = UsedTime();
        await SendAsync(Beats);
        var microseconds = (UsedTime() - used).TotalMicroseconds / Beats;
        return $"heartbeat: {microseconds:F0} µs of processor time, {(GC.GetTotalAllocatedBytes(precise: true) - bytes) / Beats / 1024} KiB allocated";

        async Task SendAsync(int count)
        {
            for (var beat = 0; beat < count; beat++)
            {
                var answer = await api.BeatAsync(await content.MeasureAsync("a4472461-45cd-8f71-9126-afabdbb36fa5", onlyTime: false, CancellationToken.None), CancellationToken.None);
                if (answer.Verdict is not Verdict.Accepted) throw new InvalidOperationException(answer.Reason);
            }
        }
    }

    private static async Task<WebApplication> StartMonitorAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var monitor = builder.Build();
        monitor.Run(context => context.Response.WriteAsync("""{"status":"ok"}"""));
        await monitor.StartAsync();
        return monitor;
    }

    private static TimeSpan UsedTime()
    {
        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }
}
