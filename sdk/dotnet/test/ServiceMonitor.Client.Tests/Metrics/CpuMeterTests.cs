using System.Diagnostics;
using ServiceMonitor.Client.Metrics;

namespace ServiceMonitor.Client.Tests.Metrics;

public sealed class CpuMeterTests
{
    [Fact]
    public void The_first_reading_covers_the_life_of_the_process() =>
        Assert.InRange(new CpuMeter(TimeProvider.System, () => null).Percent()!.Value, 0.001, 100);

    [Fact]
    public void A_busy_process_shows_as_busy()
    {
        var meter = new CpuMeter(TimeProvider.System, () => null);
        meter.Percent();
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < 300) Math.Sqrt(watch.ElapsedTicks);

        Assert.InRange(meter.Percent()!.Value, 1, 100);
    }

    [Fact]
    public void A_limit_below_one_processor_is_the_whole()
    {
        var meter = new CpuMeter(TimeProvider.System, () => 0.0001);
        meter.Percent();
        var watch = Stopwatch.StartNew();
        while (watch.ElapsedMilliseconds < 100) Math.Sqrt(watch.ElapsedTicks);

        Assert.Equal(100, meter.Percent());
    }

    [Fact]
    public void Two_readings_at_once_are_the_same()
    {
        var meter = new CpuMeter(new Support.ManualTimeProvider(), () => null);

        Assert.Equal(meter.Percent(), meter.Percent());
    }
}
