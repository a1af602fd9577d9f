using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>Starts a sample as a program of its own, configured by its environment alone.</summary>
internal static class SampleProgram
{
    internal static ChildProcess Start(string monitorUrl, string service, string framework = "net10.0") =>
        Start(monitorUrl, service, [Repository.SampleApp(framework)]);

    internal static ChildProcess StartWorker(string monitorUrl, string service, params string[] arguments) =>
        Start(monitorUrl, service, [Repository.SampleWorker, .. arguments]);

    private static ChildProcess Start(string monitorUrl, string service, string[] command) => ChildProcess.Start(
        "dotnet",
        command,
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
