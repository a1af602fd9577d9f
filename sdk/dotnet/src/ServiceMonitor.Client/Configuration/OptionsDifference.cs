using System.Text.Json.Nodes;

namespace ServiceMonitor.Client.Configuration;

/// <summary>What a change of the options comes to.</summary>
internal static class OptionsDifference
{
    /// <summary>Whether nothing changed: a file that holds the settings of a whole application is written for many reasons.</summary>
    internal static bool IsNone(ServiceMonitorOptions one, ServiceMonitorOptions other) =>
        IsSameInstance(one, other)
        && (one.ApiKey, one.Version, one.Url, one.HeartbeatInterval, one.RequestTimeout, one.ShutdownTimeout, one.HealthTimeout)
            == (other.ApiKey, other.Version, other.Url, other.HeartbeatInterval, other.RequestTimeout, other.ShutdownTimeout, other.HealthTimeout)
        && (one.EnableMetrics, one.EnableRequestTracking, one.EnableHealthChecks, one.EnableHeartbeatTracing)
            == (other.EnableMetrics, other.EnableRequestTracking, other.EnableHealthChecks, other.EnableHeartbeatTracing)
        && (one.EnableLocation, one.AskCloudMetadata) == (other.EnableLocation, other.AskCloudMetadata)
        && IsSame(one.Location, other.Location, string.Equals)
        && IsSame(one.Labels, other.Labels, string.Equals)
        && IsSame(one.Metadata, other.Metadata, JsonNode.DeepEquals);

    /// <summary>Whether the monitor goes on knowing the instance as it does. If not, the old one has to be taken back.</summary>
    internal static bool IsSameInstance(ServiceMonitorOptions one, ServiceMonitorOptions other) =>
        (one.Enabled, one.BaseUrl, one.ServiceName, one.Environment, one.InstanceId, one.Hostname, one.Port)
            == (other.Enabled, other.BaseUrl, other.ServiceName, other.Environment, other.InstanceId, other.Hostname, other.Port);

    private static bool IsSame<T>(IDictionary<string, T> one, IDictionary<string, T> other, Func<T, T, bool> equal) =>
        one.Count == other.Count && one.All(entry => other.TryGetValue(entry.Key, out var value) && equal(entry.Value, value));
}
