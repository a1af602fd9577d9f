namespace ServiceMonitor.Client.Configuration;

/// <summary>The options that are in force. They change only between two registrations, never under one.</summary>
internal sealed class MonitorConfiguration(IServiceProvider services)
{
    private volatile ReadOptions current = ReadOptions.From(services);

    internal ServiceMonitorOptions Options => current.Options;

    internal IReadOnlyList<string> Errors => current.Errors;

    internal bool IsActive => current.IsActive;

    internal bool TracksRequests => IsActive && Options.EnableRequestTracking;

    /// <summary>The monitor's address for log lines: an address may carry a password.</summary>
    internal string ShownBaseUrl =>
        Uri.TryCreate(Options.BaseUrl, UriKind.Absolute, out var uri) ? uri.GetComponents(UriComponents.SchemeAndServer | UriComponents.Path, UriFormat.UriEscaped) : "?";

    internal void Apply(ReadOptions next) => current = next;
}
