using System.Net;
using System.Net.Sockets;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>The application outlives whatever happens to the monitor.</summary>
[Collection(Alone.Name)]
public sealed class OutageOfTheMonitorTests
{
    [RealMonitorFact]
    public async Task An_application_outlives_a_monitor_that_comes_late_hangs_and_comes_back_with_an_empty_Redis()
    {
        var port = FreePort();
        await using var app = SampleProgram.Start($"http://127.0.0.1:{port}", "steady");
        await app.LineAsync("Registration failed");

        await using (var monitor = await MonitorProgram.StartAsync(port))
        {
            await monitor.StatusAsync("steady", "Healthy");
            monitor.Freeze();
            await app.LineAsync("Heartbeat failed (no answer in time from http://127.0.0.1:");
            monitor.Thaw();
            await app.LineAsync("Heartbeat works again");
        }

        await using var another = await MonitorProgram.StartAsync(port);
        await app.LineAsync("does not know instance");
        await another.StatusAsync("steady", "Healthy");
        app.Signal(ChildProcess.Terminate);
        await app.EndAsync();
        Assert.Equal(0, app.ExitCode);
        await another.StatusAsync("steady", "Stopped");
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
