using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Location;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.Location;

/// <summary>Real servers that answer as the clouds' metadata addresses do.</summary>
public sealed class CloudLocationTests
{
    [Fact]
    public async Task Aws_is_asked_with_a_token() => Assert.Equal(
        "host=i-1 region=eu-west-1 zone=eu-west-1a",
        await AskAsync(request => (request.Method, (string?)request.Headers["X-aws-ec2-metadata-token"]) switch
        {
            ("PUT", _) => "secret",
            ("GET", "secret") => """{"instanceId":"i-1","availabilityZone":"eu-west-1a","region":"eu-west-1"}""",
            _ => null,
        }));

    [Fact]
    public async Task Google_is_asked_with_its_header() => Assert.Equal(
        "cluster=c1 host=vm-1 region=europe-west1 zone=europe-west1-b",
        await AskAsync(request => request.Headers["Metadata-Flavor"] == "Google"
            ? """{"name":"vm-1","zone":"projects/1/zones/europe-west1-b","attributes":{"cluster-name":"c1"}}"""
            : null));

    [Fact]
    public async Task Azure_is_asked_with_its_header() => Assert.Equal(
        "cluster=set host=vm-1 region=westeurope zone=westeurope-2",
        await AskAsync(request => request.Headers["Metadata"] == "true"
            ? """{"name":"vm-1","location":"westeurope","zone":"2","vmScaleSetName":"set"}"""
            : null));

    [Fact]
    public async Task An_ECS_task_asks_its_own_endpoint() => Assert.Equal(
        "cluster=main deployment=shop:7 zone=eu-1b",
        await AskAsync(request => request.Path == "/v4/x/task"
            ? """{"Cluster":"arn:aws:ecs:eu:1:cluster/main","AvailabilityZone":"eu-1b","Family":"shop","Revision":"7"}"""
            : null));

    [Theory]
    [InlineData("<html>")]
    [InlineData("[1]")]
    [InlineData("""{"name":7,"zone":{},"location":[],"attributes":"x"}""")]
    public async Task Nonsense_says_nothing(string answer) => Assert.Equal(string.Empty, await AskAsync(_ => answer));

    [Fact]
    public async Task An_address_that_does_not_answer_holds_nobody_up_for_a_second()
    {
        await using var server = await StartAsync(context => Task.Delay(Timeout.Infinite, context.RequestAborted));

        Assert.Empty(await CloudLocation.AskAsync(server.Urls.Single(), null, CancellationToken.None).WithTimeout());
        Assert.True(CloudLocation.Limit < TimeSpan.FromSeconds(1));
    }

    private static async Task<string> AskAsync(Func<HttpRequest, string?> answer)
    {
        await using var server = await StartAsync(async context =>
        {
            var text = answer(context.Request);
            context.Response.StatusCode = text is null ? 404 : 200;
            await context.Response.WriteAsync(text ?? string.Empty);
        });
        var address = server.Urls.Single();
        var found = await CloudLocation.AskAsync(address, $"{address}/v4/x", CancellationToken.None).WithTimeout();
        return string.Join(' ', found.OrderBy(part => part.Key, StringComparer.Ordinal).Select(part => $"{part.Key}={part.Value}"));
    }

    private static async Task<WebApplication> StartAsync(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var server = builder.Build();
        server.Run(answer);
        await server.StartAsync().WithTimeout();
        return server;
    }
}
