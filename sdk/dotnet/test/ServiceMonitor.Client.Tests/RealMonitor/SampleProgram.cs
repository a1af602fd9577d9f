using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>Starts the sample application as a program of its own, configured by its environment alone.</summary>
internal static class SampleProgram
{
    internal static ChildProcess Start(string monitorUrl, string service, string framework = "net10.0") => ChildProcess.Start(
        "dotnet",
        [Repository.SampleApp(framework)],
        new Dictionary<string, string>
        {
            ["ASPNETCORE_URLS"] = "http://127.0.0.1:0",
            ["ASPNETCORE_ENVIRONMENT"] = "test",
            ["SERVICE_MONITOR_URL"] = monitorUrl,
            ["SERVICE_MONITOR_API_KEY"] = MonitoredApp.ApiKey,
            ["SERVICE_MONITOR_SERVICE"] = service,
            ["SERVICE_MONITOR_HEARTBEAT_INTERVAL"] = "1s",
        });
}
