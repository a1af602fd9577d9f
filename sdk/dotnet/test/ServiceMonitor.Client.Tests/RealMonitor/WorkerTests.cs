using System.Text.Json.Nodes;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>A worker on the plain runtime, and how the monitor takes each way in which it can end.</summary>
[Collection(Alone.Name)]
public sealed class WorkerTests(SharedMonitor shared) : IClassFixture<SharedMonitor>
{
    private readonly MonitorProgram monitor = shared.Program;

    [RealMonitorFact]
    public async Task A_worker_that_is_stopped_is_Stopped()
    {
        await using var worker = SampleProgram.StartWorker(monitor.Url, "stopped");
        var instance = await monitor.StatusAsync("stopped", "Healthy");
        Assert.Equal($"{instance["hostname"]}:{instance["processId"]}", (string?)instance["instanceKey"]);
        Assert.Matches("^[0-9a-f]{40}$", (string?)instance["metadata"]!["commit_hash"]);

        worker.Signal(ChildProcess.Terminate);
        await worker.EndAsync();

        Assert.Equal(0, worker.ExitCode);
        await monitor.StatusAsync("stopped", "Stopped");
    }

    [RealMonitorFact]
    public async Task A_worker_that_is_killed_is_Down()
    {
        await using var worker = SampleProgram.StartWorker(monitor.Url, "killed");
        await monitor.StatusAsync("killed", "Healthy");

        worker.Signal(ChildProcess.Kill);

        await monitor.StatusAsync("killed", "Down");
    }

    [RealMonitorFact]
    public async Task A_worker_that_crashes_is_Down()
    {
        await using var worker = SampleProgram.StartWorker(monitor.Url, "crashed", "--crash");
        await worker.EndAsync();

        Assert.Contains("Worker ended by an exception", worker.Output, StringComparison.Ordinal);
        await monitor.StatusAsync("crashed", "Down");
    }

    [RealMonitorFact]
    public void It_is_built_for_the_plain_runtime()
    {
        var runtime = JsonNode.Parse(File.ReadAllText(Path.ChangeExtension(Repository.SampleWorker, ".runtimeconfig.json")))!["runtimeOptions"]!;

        if (!Repository.IsOfflineBuild) Assert.Equal("Microsoft.NETCore.App", (string?)runtime["framework"]!["name"]);
    }
}
