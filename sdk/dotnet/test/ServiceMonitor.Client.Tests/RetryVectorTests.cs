using System.Globalization;
using System.Net;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Tests.Support;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Tests;

/// <summary>The table of retry behaviour that all SDKs share.</summary>
public sealed class RetryVectorTests
{
    private static readonly JsonNode Vectors = Repository.Wire("retry-vectors.json");

    [Fact]
    public void Constants_are_those_of_the_table()
    {
        var constants = Vectors["constants"]!;
        Assert.Equal($"{constants["answersBeforeLonger"]}", $"{Pace.AnswersBeforeLonger}");
        Assert.Equal((double)constants["firstWaitMs"]!, new Waits(() => 1).BackOff(TimeSpan.FromMinutes(1), 1, null).TotalMilliseconds);
    }

    [Fact]
    public async Task Every_answer_leads_to_the_step_of_the_table()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = MonitoredApp.Build(monitor.Url);
        var api = app.App.Services.GetRequiredService<MonitorApi>();
        foreach (var row in Vectors["answers"]!.AsArray())
        {
            var status = (int)row!["status"]!;
            var registers = (string?)row["to"] == "register";
            if (status != 200) monitor.OnRegister = monitor.OnBeat = Reply.Status(status);
            else (monitor.OnRegister, monitor.OnBeat) = (Reply.Registered(), Reply.Beaten());

            var verdict = registers
                ? (await api.RegisterAsync(new() { ServiceName = "s", Environment = "e", Metadata = [] }, default)).Verdict
                : (await api.BeatAsync(new("id", new() { Timestamp = "t" }), default)).Verdict;
            var step = registers ? NextSteps.AfterRegistration(verdict) : NextSteps.AfterHeartbeat(verdict);
            Assert.Equal($"{row.ToJsonString()} {row["then"]}", $"{row.ToJsonString()} {Kebab(step)}");
            Assert.Equal((bool?)row["readsKeyAgain"] ?? false, verdict is Verdict.Refused);
        }
    }

    [Fact]
    public void Every_back_off_is_as_in_the_table()
    {
        foreach (var row in Vectors["backOff"]!.AsArray())
        {
            var wait = new Waits(() => (double)row!["random"]!)
                .BackOff(Milliseconds(row!["intervalMs"])!.Value, (int)row["failures"]!, Milliseconds(row["retryAfterMs"]));
            AssertWait(row, wait);
        }
    }

    [Fact]
    public void Every_Retry_After_is_read_as_in_the_table()
    {
        foreach (var row in Vectors["retryAfter"]!.AsArray())
        {
            using var response = new HttpResponseMessage(HttpStatusCode.TooManyRequests);
            response.Headers.TryAddWithoutValidation("Retry-After", (string?)row!["header"]);
            var now = DateTimeOffset.Parse((string?)row["now"] ?? "2026-11-21T12:00:00Z", CultureInfo.InvariantCulture);
            AssertWait(row, RetryAfter.Read(response, now));
        }
    }

    [Fact]
    public void Every_next_heartbeat_is_due_as_in_the_table()
    {
        foreach (var row in Vectors["nextHeartbeat"]!.AsArray())
        {
            var pace = new Pace(Milliseconds(row!["intervalMs"])!.Value);
            pace.Follow((double?)row["nextHeartbeatSeconds"]);
            AssertWait(row, new Waits(() => (double)row["random"]!).NextHeartbeat(pace.Interval));
        }
    }

    [Fact]
    public void Every_asked_interval_is_kept_as_in_the_table()
    {
        foreach (var row in Vectors["interval"]!.AsArray())
        {
            var pace = new Pace(Milliseconds(row!["configuredMs"])!.Value);
            foreach (var seconds in row["asked"]!.AsArray())
            {
                if (pace.Follow((double?)seconds)) pace.Register(pace.ToRegister);
            }

            Assert.Equal(
                $"{row.ToJsonString()} {row["registeredMs"]} {row["intervalMs"]}",
                $"{row.ToJsonString()} {pace.ToRegister.TotalMilliseconds} {pace.Interval.TotalMilliseconds}");
        }
    }

    private static void AssertWait(JsonNode? row, TimeSpan? wait) => Assert.Equal(
        $"{row!.ToJsonString()} {(double?)row["waitMs"]:F0}",
        $"{row.ToJsonString()} {(wait is null ? null : Math.Round(wait.Value.TotalMilliseconds, MidpointRounding.AwayFromZero)):F0}");

    private static TimeSpan? Milliseconds(JsonNode? node) => node is null ? null : TimeSpan.FromMilliseconds((double)node);

    private static string Kebab(NextStep step) => step switch
    {
        NextStep.HeartbeatNow => "heartbeat-now",
        NextStep.NextInterval => "next-interval",
        NextStep.BackOff => "back-off",
        NextStep.RegisterNow => "register-now",
        _ => "send-less-now",
    };
}
