using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Tests.Support;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Tests;

/// <summary>The table of deregistrations that all SDKs share.</summary>
public sealed class DeregistrationVectorTests
{
    private static readonly JsonNode Vectors = Repository.Wire("deregistration-vectors.json");

    [Fact]
    public void Constants_are_those_of_the_table()
    {
        Assert.Equal((double)Vectors["constants"]!["stopMs"]!, new ServiceMonitorOptions().ShutdownTimeout.TotalMilliseconds);
        Assert.Equal((double)Vectors["constants"]!["crashCountsMs"]!, ProcessEnd.CrashCounts.TotalMilliseconds);
    }

    [Fact]
    public void It_is_said_as_in_the_table()
    {
        foreach (var row in Vectors["ends"]!.AsArray())
        {
            var isMeant = ProcessEnd.IsMeant((int?)row!["exitCode"], (bool)row["crashed"]!);
            Assert.Equal($"{row.ToJsonString()} {(bool)row["deregisters"]!}", $"{row.ToJsonString()} {isMeant}");
        }
    }

    [Fact]
    public async Task Every_answer_leads_to_the_step_of_the_table()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = MonitoredApp.Build(monitor.Url);
        var api = app.App.Services.GetRequiredService<MonitorApi>();
        foreach (var row in Vectors["answers"]!.AsArray())
        {
            var status = (int?)row!["status"];
            monitor.OnStop = status is null ? Fault.Named("reset") : Reply.Status(status.Value, (string)row["body"]!);
            var answer = await api.StopAsync("id", TimeSpan.FromSeconds(10), default);
            Assert.Equal($"{row.ToJsonString()} {row["then"]}", $"{row.ToJsonString()} {Kebab(NextSteps.AfterDeregistration(answer.Verdict))}");
        }
    }

    [Fact]
    public void Every_wait_is_as_in_the_table()
    {
        foreach (var row in Vectors["waits"]!.AsArray())
        {
            var wait = new Waits(() => (double)row!["random"]!)
                .Deregistration((int)row!["failures"]!, Milliseconds(row["leftMs"])!.Value, Milliseconds(row["retryAfterMs"]));
            Assert.Equal($"{row.ToJsonString()} {(double?)row["waitMs"]}", $"{row.ToJsonString()} {wait?.TotalMilliseconds}");
        }
    }

    [Fact]
    public void Every_attempt_waits_for_its_answer_as_in_the_table()
    {
        foreach (var row in Vectors["attempts"]!.AsArray())
        {
            var limit = Waits.DeregistrationAttempt(Milliseconds(row!["leftMs"])!.Value);
            Assert.Equal($"{row.ToJsonString()} {row["timeoutMs"]}", $"{row.ToJsonString()} {limit.TotalMilliseconds}");
        }
    }

    private static TimeSpan? Milliseconds(JsonNode? node) => node is null ? null : TimeSpan.FromMilliseconds((double)node);

    private static string Kebab(DeregistrationStep step) => step switch
    {
        DeregistrationStep.Done => "done",
        DeregistrationStep.Again => "again",
        DeregistrationStep.NewKey => "new-key",
        _ => "give-up",
    };
}
