using ServiceMonitor.Client.Tests.Support;
using ServiceMonitor.Client.AspNetCore.Tracking;

namespace ServiceMonitor.Client.Tests;

public sealed class MinuteCounterTests
{
    private readonly ManualTimeProvider clock = new();

    [Fact]
    public void An_event_counts_for_sixty_seconds()
    {
        var counter = new MinuteCounter(clock);
        counter.Count();
        clock.Advance(TimeSpan.FromSeconds(59));
        Assert.Equal(1, counter.Sum());
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(0, counter.Sum());
    }

    [Fact]
    public void A_slot_is_used_again_after_a_minute_and_forgets_what_it_held()
    {
        var counter = new MinuteCounter(clock);
        for (var second = 0; second < 200; second++)
        {
            counter.Count();
            counter.Count();
            clock.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.Equal(2 * 59, counter.Sum());
    }

    [Fact]
    public void Nothing_is_lost_when_many_threads_count()
    {
        var counter = new MinuteCounter(clock);

        Parallel.For(0, 8, _ =>
        {
            for (var count = 0; count < 10_000; count++) counter.Count();
        });

        Assert.Equal(80_000, counter.Sum());
    }
}
