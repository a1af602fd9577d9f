using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Health;
using ServiceMonitor.Client.Metrics;
using ServiceMonitor.Client.Transport;
using ServiceMonitor.Client.Web;

namespace ServiceMonitor.Client.Heartbeats;

/// <summary>What a heartbeat says: figures of the moment it is sent, and how the last round of health checks ended.</summary>
internal sealed class HeartbeatContent(SystemMetrics system, IWebServer web, HealthRound health, MonitorConfiguration configuration, TimeProvider clock)
{
    internal async Task<HeartbeatRequest> MeasureAsync(string instanceId, bool onlyTime, CancellationToken stopping)
    {
        var options = configuration.Options;
        var content = new HeartbeatMetadata { Timestamp = WireTime.Format(clock.GetUtcNow()) };
        if (onlyTime) return new(instanceId, content);
        if (options.EnableMetrics) content = await system.AddToAsync(content).ConfigureAwait(false);
        if (options.EnableRequestTracking && web.Requests() is { } requests)
        {
            content = content with { RequestsPerMinute = requests.RequestsPerMinute, ActiveConnections = requests.ActiveConnections };
        }

        var result = health.Take(stopping);
        return new(instanceId, content with { HealthReasons = result?.Reasons }, result?.Health);
    }
}
