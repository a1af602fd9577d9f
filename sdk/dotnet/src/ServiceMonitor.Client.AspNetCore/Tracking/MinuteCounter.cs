namespace ServiceMonitor.Client.AspNetCore.Tracking;

/// <summary>
/// Events in the last 60 seconds, in 60 slots of one second. A slot holds its second and its count in one number,
/// so counting is one atomic addition without a lock, and a slot whose second has passed needs no one to clear it.
/// </summary>
internal sealed class MinuteCounter(TimeProvider clock)
{
    private const int Seconds = 60;
    private const int CountBits = 24;
    private const long CountMask = (1L << CountBits) - 1;

    private readonly long[] slots = new long[Seconds];

    internal void Count()
    {
        var second = Now();
        ref var slot = ref slots[second % Seconds];
        while (true)
        {
            var seen = Volatile.Read(ref slot);
            if (seen >> CountBits == second)
            {
                Interlocked.Increment(ref slot);
                return;
            }

            if (Interlocked.CompareExchange(ref slot, (second << CountBits) + 1, seen) == seen) return;
        }
    }

    internal long Sum()
    {
        var oldest = Now() - Seconds + 1;
        var sum = 0L;
        foreach (ref var slot in slots.AsSpan())
        {
            var seen = Volatile.Read(ref slot);
            if (seen >> CountBits >= oldest) sum += seen & CountMask;
        }

        return sum;
    }

    // Second 0 would look like a slot that was never used.
    private long Now() => (clock.GetTimestamp() / clock.TimestampFrequency) + Seconds;
}
