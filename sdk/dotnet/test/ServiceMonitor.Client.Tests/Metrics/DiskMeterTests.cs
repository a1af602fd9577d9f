using ServiceMonitor.Client.Metrics;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.Metrics;

public sealed class DiskMeterTests
{
    [Fact]
    public async Task A_disk_says_how_full_it_is() =>
        Assert.InRange((await DiskMeter.Of(Path.GetTempPath(), TimeProvider.System).PercentAsync())!.Value, 0.01, 100);

    [Fact]
    public async Task A_disk_that_does_not_exist_says_nothing() =>
        Assert.Null(await DiskMeter.Of("/does/not/exist", TimeProvider.System).PercentAsync());

    [Fact]
    public async Task A_disk_that_hangs_is_asked_once_and_holds_up_one_heartbeat_for_a_moment()
    {
        using var answer = new ManualResetEventSlim();
        var clock = new ManualTimeProvider();
        var questions = 0;
        var meter = new DiskMeter(
            () =>
            {
                questions++;
                answer.Wait();
                return 50;
            },
            clock);

        var first = meter.PercentAsync();
        await clock.PassAsync(DiskMeter.Limit);
        Assert.Null(await first.WithTimeout());
        Assert.Null(await meter.PercentAsync().WithTimeout());
        answer.Set();
        Assert.True(SpinWait.SpinUntil(() => meter.PercentAsync() is { IsCompletedSuccessfully: true, Result: 50 }, TestTimeout.Limit));
        Assert.True(questions > 1);
    }
}
