using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>What an application can see of the SDK with the tools that it has.</summary>
[Collection(Alone.Name)]
public sealed class TelemetryTests
{
    private readonly ManualTimeProvider clock = new();

    [Theory]
    [InlineData(false, "register deregister")]
    [InlineData(true, "register heartbeat deregister")]
    public async Task Its_source_has_a_span_for_each_request_but_for_heartbeats_only_if_asked(bool asked, string expected)
    {
        var spans = new ConcurrentQueue<Activity>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "ServiceMonitor.Client",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = spans.Enqueue,
        };
        ActivitySource.AddActivityListener(listener);
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.EnableHeartbeatTracing = asked, clock);
        await monitor.BeatAsync();
        await clock.WaitsForAsync(TimeSpan.FromSeconds(30));
        monitor.OnStop = Reply.Status(405);
        await app.StopAsync();

        Assert.Equal(expected, string.Join(' ', spans.Select(span => span.OperationName)));
        Assert.All(spans, span => Assert.Null(span.ParentId));
        Assert.Equal(ActivityStatusCode.Error, spans.Last().Status);
    }

    [Fact]
    public async Task Its_meter_counts_requests_by_outcome_and_tells_the_age_of_the_last_heartbeat()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(503);
        await using var app = MonitoredApp.Build(monitor.Url, clock: clock);
        var seen = new ConcurrentDictionary<string, double>();
        using var listener = new MeterListener { InstrumentPublished = (instrument, listening) =>
        {
            if (instrument.Meter is { Name: "ServiceMonitor.Client" } meter && meter.Scope == app.App.Services.GetRequiredService<IMeterFactory>()) listening.EnableMeasurementEvents(instrument);
        } };
        listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => seen[$"{instrument.Name} {string.Join(' ', tags.ToArray().Select(tag => tag.Value))}".Trim()] = value);
        listener.SetMeasurementEventCallback<int>((instrument, value, _, _) => seen[instrument.Name] = value);
        listener.Start();
        await app.App.StartAsync();

        await monitor.BeatAsync();
        await clock.WaitsForAsync(TimeSpan.FromSeconds(1));
        monitor.OnBeat = Reply.Beaten();
        clock.Advance(TimeSpan.FromSeconds(1));
        await monitor.BeatAsync();
        await clock.WaitsForAsync(TimeSpan.FromSeconds(30));
        clock.Advance(TimeSpan.FromSeconds(7));
        listener.RecordObservableInstruments();

        Assert.Equal(7, seen["service_monitor.client.heartbeat.age"]);
        Assert.Equal(1, seen["service_monitor.client.registered"]);
        Assert.Contains("service_monitor.client.request.duration register accepted", seen.Keys);
        Assert.Contains("service_monitor.client.request.duration heartbeat unreachable", seen.Keys);
        Assert.Contains("service_monitor.client.request.duration heartbeat accepted", seen.Keys);
    }
}
