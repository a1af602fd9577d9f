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
            options => (options.InstanceId, options.Version) = ("web-1:8080", "1.4.2"),
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
    public void The_golden_heartbeat_is_what_its_figures_serialize_to()
    {
        var golden = Repository.Wire("heartbeat.json");
        var ours = JsonSerializer.Deserialize(golden.ToJsonString(), WireJson.Default.HeartbeatRequest)!;

        Assert.Equal(golden.ToJsonString(), JsonNode.Parse(JsonSerializer.Serialize(ours, WireJson.Default.HeartbeatRequest))!.ToJsonString());
    }

    private static BuildInfo BuildOfCi() => new(null, variable => variable is "GIT_COMMIT" or "GIT_BRANCH" ? "main" : null);

    /// <summary>The same properties with the same kinds of values, whatever their order.</summary>
    private static void AssertShape(JsonNode expected, JsonNode actual) => Assert.Equal(Shape(expected), Shape(actual));

    private static IEnumerable<string> Shape(JsonNode node, string path = "") => node is JsonObject properties
        ? properties.OrderBy(property => property.Key, StringComparer.Ordinal).SelectMany(property => Shape(property.Value!, $"{path}/{property.Key}"))
        : [$"{path}: {node.GetValueKind()}"];
}
