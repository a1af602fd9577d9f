namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>One monitor for all tests of a class: each has a service of its own, and none ends the monitor.</summary>
public sealed class SharedMonitor : IAsyncLifetime
{
    private const string Policy = "channels: []\nservices:\n  - { match: { service: slow }, heartbeatInterval: 2s, downAfter: 8s }\n";

    internal MonitorProgram Program { get; private set; } = null!;

    public async Task InitializeAsync()
    {
        // Tests that are all skipped get it as well.
        if (new RealMonitorFactAttribute().Skip is null) Program = await MonitorProgram.StartAsync(settings: Policy);
    }

    public async Task DisposeAsync()
    {
        if (Program is not null) await Program.DisposeAsync();
    }
}
