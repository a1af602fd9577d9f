using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Tests.Support;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Tests;

/// <summary>What goes over the wire has the shape of the bodies that the server's tests and all SDKs share.</summary>
public sealed class WireShapeTests
{
    [Fact]
    public async Task A_registration_has_the_shape_of_the_golden_body()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(
            monitor.Url,
            options => (options.InstanceId, options.Version, options.EnableLocation) = ("web-1:8080", "1.4.2", false),
            build: builder => builder.Services.AddSingleton(BuildOfCi()));

        AssertShape(Repository.Wire("register.json"), (await monitor.RegistrationAsync()).Body!);
    }

    [Fact]
    public async Task A_heartbeat_has_the_shape_of_the_golden_body()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url);

        AssertShape(Repository.Wire("heartbeat.json"), (await monitor.BeatAsync()).Body!);
    }

    [Fact]
    public async Task The_golden_answers_are_understood()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Json(Repository.Wire("register-response.json").ToJsonString());
        monitor.OnBeat = Reply.Json(Repository.Wire("heartbeat-response.json").ToJsonString());
        await using var app = await MonitoredApp.StartAsync(monitor.Url);

        Assert.Equal((string?)Repository.Wire("register-response.json")["instanceId"], (await monitor.BeatAsync()).InstanceId);
        Assert.Equal(30, JsonSerializer.Deserialize(Repository.Wire("heartbeat-response.json").ToJsonString(), WireJson.Default.HeartbeatResponse)!.NextHeartbeatSeconds);
    }

    [Fact]
    public async Task What_the_monitor_passed_over_is_said_once_and_harms_nothing()
    {
        var warnings = Repository.Wire("warnings.json")["warnings"]!;
        var odd = JsonNode.Parse("""[null,1,"x",{},{"message":1},{"pointer":1,"message":"line\nend"}]""")!.AsArray();
        foreach (var one in warnings.AsArray()) odd.Add(one!.DeepClone());
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Json(With("register-response.json", warnings));
        monitor.OnBeat = Reply.Json(With("heartbeat-response.json", odd));
        var clock = new ManualTimeProvider();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock);

        for (var beat = 0; beat < 3; beat++)
        {
            await monitor.BeatAsync();
            await clock.PassAsync(TimeSpan.FromSeconds(30));
        }

        await monitor.BeatAsync();
        string[] said = ["/metadata is not an object; all metadata was ignored", "/newField is unknown and was ignored"];
        const string Start = "The monitor ignored a part of the request: ";
        Assert.Equal(
            [.. said.Select(text => Start + text), Start + "line end", .. said.Select(text => Start + text)],
            app.Logs.OurLines.Where(line => line.Id == 17).Select(line => line.Text));
        Assert.DoesNotContain(app.Logs.OurLines, line => line.Id is 2 or 3 or 5 or 6 or 15);
    }

    [Theory]
    [InlineData("\"x\"")]
    [InlineData("1")]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("[[]]")]
    public async Task Warnings_of_any_other_shape_are_no_trouble(string warnings)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Json(With("register-response.json", JsonNode.Parse(warnings)));
        monitor.OnBeat = Reply.Json(With("heartbeat-response.json", JsonNode.Parse(warnings)));
        var clock = new ManualTimeProvider();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock);

        await monitor.BeatAsync();
        await clock.PassAsync(TimeSpan.FromSeconds(30));
        await monitor.BeatAsync();
        Assert.DoesNotContain(app.Logs.OurLines, line => line.Id is 2 or 3 or 5 or 6 or 15 or 17);
    }

    [Fact]
    public void The_golden_heartbeat_is_what_its_figures_serialize_to()
    {
        var golden = Repository.Wire("heartbeat.json");
        var ours = JsonSerializer.Deserialize(golden.ToJsonString(), WireJson.Default.HeartbeatRequest)!;

        Assert.Equal(golden.ToJsonString(), JsonNode.Parse(JsonSerializer.Serialize(ours, WireJson.Default.HeartbeatRequest))!.ToJsonString());
    }

    private static string With(string golden, JsonNode? warnings)
    {
        var answer = Repository.Wire(golden);
        answer["warnings"] = warnings?.DeepClone();
        return answer.ToJsonString();
    }

    private static BuildInfo BuildOfCi() => new(null, variable => variable is "GIT_COMMIT" or "GIT_BRANCH" ? "main" : null);

    /// <summary>The same properties with the same kinds of values, whatever their order.</summary>
    private static void AssertShape(JsonNode expected, JsonNode actual) => Assert.Equal(Shape(expected), Shape(actual));

    private static IEnumerable<string> Shape(JsonNode node, string path = "") => node is JsonObject properties
        ? properties.OrderBy(property => property.Key, StringComparer.Ordinal).SelectMany(property => Shape(property.Value!, $"{path}/{property.Key}"))
        : [$"{path}: {node.GetValueKind()}"];
}
