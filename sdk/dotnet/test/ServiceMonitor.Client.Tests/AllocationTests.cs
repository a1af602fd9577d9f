using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using ServiceMonitor.Client.Tests.Support;
using ServiceMonitor.Client.AspNetCore.Tracking;

namespace ServiceMonitor.Client.Tests;

/// <summary>The promise of the README: a tracked request allocates nothing.</summary>
[Collection(Alone.Name)]
public sealed class AllocationTests
{
    private const int Requests = 3_000;
    private const int Rounds = 8;

    /// <summary>Bytes a request. An allocation cannot be smaller than 24.</summary>
    private const int Noise = 12;

    [Fact]
    public void The_middleware_allocates_nothing()
    {
        var tracker = new RequestTracker(TimeProvider.System);
        var response = new ReusedResponse();
        var context = new DefaultHttpContext();
        context.Features.Set<IHttpResponseFeature>(response);
        // A pipeline that is not done when it returns is the case in which awaiting it would allocate.
        var underWay = new TaskCompletionSource().Task;
        var middleware = new RequestTrackingMiddleware(_ => underWay, tracker);
        for (var request = 0; request < 100; request++) Serve();

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var request = 0; request < Requests; request++) Serve();
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Equal(0, allocated);
        Assert.Equal((0, Requests + 100), (tracker.Active, tracker.RequestsInLastMinute()));

        void Serve()
        {
            _ = middleware.InvokeAsync(context);
            response.Complete();
        }
    }

    [Fact]
    public async Task Behind_a_real_server_a_tracked_request_allocates_no_more_than_an_untracked_one()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        var (without, with) = (double.MaxValue, double.MaxValue);
        // What the server's own threads do meanwhile only ever adds, now to the one, now to the other. What a request takes
        // by itself is in every round.
        for (var round = 0; round < Rounds && with - without is not (>= -Noise and <= Noise); round++)
        {
            without = Math.Min(without, await LoadMeter.BytesPerRequestAsync(monitor, tracked: false, Requests));
            with = Math.Min(with, await LoadMeter.BytesPerRequestAsync(monitor, tracked: true, Requests));
        }

        Assert.InRange(with - without, -1_000, Noise);
    }

    /// <summary>Keeps its callbacks as Kestrel does: in a stack that lives as long as the connection.</summary>
    private sealed class ReusedResponse : HttpResponseFeature
    {
        private readonly Stack<(Func<object, Task> Callback, object State)> completed = new();

        public override void OnCompleted(Func<object, Task> callback, object state) => completed.Push((callback, state));

        internal void Complete()
        {
            while (completed.TryPop(out var entry)) entry.Callback(entry.State);
        }
    }
}
