using System.Text.Json.Nodes;
using Microsoft.Extensions.Configuration;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.Location;

public sealed class RegisteredLocationTests
{
    [Fact]
    public async Task What_is_set_wins_and_an_empty_text_hides_a_part()
    {
        var metadata = await RegisteredAsync(options =>
        {
            (options.Location["Zone"], options.Location["host"]) = ("eu-1a", string.Empty);
        });

        Assert.Equal("eu-1a", (string?)metadata["zone"]);
        Assert.False(metadata.ContainsKey("host"));
    }

    [Fact]
    public async Task It_can_be_turned_off()
    {
        var metadata = await RegisteredAsync(options => (options.EnableLocation, options.Location["zone"]) = (false, "a"));

        Assert.All(["host", "node", "zone", "container_id"], part => Assert.False(metadata.ContainsKey(part)));
    }

    [Fact]
    public async Task What_the_application_adds_to_its_metadata_wins()
    {
        var metadata = await RegisteredAsync(options => (options.Metadata["zone"], options.Location["zone"]) = ("own", "other"));

        Assert.Equal("own", (string?)metadata["zone"]);
    }

    [Fact]
    public async Task It_is_read_from_the_configuration()
    {
        var metadata = await RegisteredAsync(null, new() { ["ServiceMonitor:Location:Cluster"] = "c1" });

        Assert.Equal("c1", (string?)metadata["cluster"]);
    }

    private static async Task<JsonObject> RegisteredAsync(Action<ServiceMonitorOptions>? options, Dictionary<string, string?>? settings = null)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(
            monitor.Url, options, build: builder => builder.Configuration.AddInMemoryCollection(settings ?? []));
        return (await monitor.RegistrationAsync()).Body!["metadata"]!.AsObject();
    }
}
