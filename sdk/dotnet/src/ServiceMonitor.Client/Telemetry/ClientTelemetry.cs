using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Metrics;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Telemetry;

/// <summary>The SDK's own meter and spans, both called as the package.</summary>
internal sealed class ClientTelemetry
{
    internal const string Name = "ServiceMonitor.Client";

    private static readonly ActivitySource Source = new(Name, BuildInfo.SdkVersion);

    private readonly Histogram<double> durations;

    [SuppressMessage("Reliability", "CA2000", Justification = "The factory disposes of its meters.")]
    public ClientTelemetry(IMeterFactory meters, MonitorStatus status, TimeProvider clock)
    {
        var meter = meters.Create(Name, BuildInfo.SdkVersion);
        durations = meter.CreateHistogram<double>("service_monitor.client.request.duration", "s", "How long requests to the monitor took, by what they asked and what came of it.");
        meter.CreateObservableGauge("service_monitor.client.registered", () => status.IsRegistered ? 1 : 0, null, "Whether the monitor knows this instance.");
        meter.CreateObservableGauge("service_monitor.client.heartbeat.age", () => Age(status, clock), "s", "Time since the monitor last took a heartbeat.");
    }

    /// <summary>Nothing where nobody listens, and for a heartbeat that nobody asked to see.</summary>
    internal static Activity? Begin(Operation operation, bool tracesHeartbeats) =>
        operation is Operation.Heartbeat && !tracesHeartbeats ? null : Source.StartActivity(Word(operation), ActivityKind.Client);

    internal void End(Activity? span, Operation operation, Verdict verdict, string reason, TimeSpan took)
    {
        durations.Record(took.TotalSeconds, new("operation", Word(operation)), new("outcome", Word(verdict)));
        if (verdict is not Verdict.Accepted) span?.SetStatus(ActivityStatusCode.Error, reason);
    }

    private static Measurement<double>[] Age(MonitorStatus status, TimeProvider clock) =>
        status.LastAcceptedHeartbeat is { } at ? [new((clock.GetUtcNow() - at).TotalSeconds)] : [];

    private static string Word(Operation operation) => operation switch
    {
        Operation.Registration => "register",
        Operation.Heartbeat => "heartbeat",
        _ => "deregister",
    };

    private static string Word(Verdict verdict) => verdict switch
    {
        Verdict.Accepted => "accepted",
        Verdict.UnknownInstance => "unknown-instance",
        Verdict.Refused => "refused",
        Verdict.TooLarge => "too-large",
        Verdict.Rejected => "rejected",
        _ => "unreachable",
    };
}
