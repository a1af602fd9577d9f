namespace ServiceMonitor.Client.Web;

/// <summary>What a heartbeat says about requests.</summary>
internal readonly record struct RequestFigures(long RequestsPerMinute, long ActiveConnections);
