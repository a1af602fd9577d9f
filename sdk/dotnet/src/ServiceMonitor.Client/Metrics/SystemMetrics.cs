using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Metrics;

/// <summary>The figures about the process and its machine. One that cannot be had is left out; the others are sent.</summary>
internal sealed class SystemMetrics(IServiceProvider services, Cgroup cgroup, TimeProvider clock)
{
    private const double Megabyte = 1024 * 1024;

    private readonly CpuMeter cpu = new(clock, () => cgroup.CpuLimit);
    private readonly DiskMeter disk = DiskMeter.Of(services.GetService<IHostEnvironment>()?.ContentRootPath ?? AppContext.BaseDirectory, clock);

    internal async Task<HeartbeatMetadata> AddToAsync(HeartbeatMetadata content) => content with
    {
        CpuPercent = Rounded(Try(() => cpu.Percent())),
        MemoryMb = Rounded(Try<double>(() => Environment.WorkingSet / Megabyte)),
        TotalMemoryMb = Rounded(Try(() => MemoryLimit.Bytes(cgroup) / Megabyte)),
        DiskUsagePercent = Rounded(await disk.PercentAsync().ConfigureAwait(false)),
        ThreadCount = Try(ThreadCount.Read),
    };

    private static T? Try<T>(Func<T?> read)
        where T : struct
    {
        try
        {
            return read();
        }
        catch (Exception)
        {
            return null;
        }
    }

    private static double? Rounded(double? value) =>
        value is { } number && double.IsFinite(number) ? Math.Round(number, 2) : null;
}
