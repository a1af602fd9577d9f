using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ServiceMonitor.Client.Tests;

public sealed class AddMonitorTests
{
    [Fact]
    public void It_adds_the_registration_before_the_heartbeat()
    {
        using var services = new ServiceCollection().AddMonitor(_ => { }).BuildServiceProvider();

        Assert.Collection(
            services.GetServices<IHostedService>(),
            service => Assert.IsType<ServiceRegistrationHostedService>(service),
            service => Assert.IsType<HeartbeatBackgroundService>(service));
    }

    [Fact]
    public void A_second_call_only_adds_its_options()
    {
        var services = new ServiceCollection().AddMonitor(options => (options.BaseUrl, options.ApiKey) = ("http://a", "one"));
        var count = services.Count;
        services.AddMonitor(options => options.ApiKey = "two");

        Assert.Equal(count + 1, services.Count);
        using var provider = services.BuildServiceProvider();
        var read = provider.GetRequiredService<IOptions<ServiceMonitorOptions>>().Value;
        Assert.Equal(("http://a", "two"), (read.BaseUrl, read.ApiKey));
    }

    [Fact]
    public void It_returns_the_services_for_the_next_call()
    {
        var services = new ServiceCollection();

        Assert.Same(services, services.AddMonitor(_ => { }));
    }

    [Fact]
    public void Its_services_can_be_checked_when_the_container_is_built() =>
        new ServiceCollection().AddMonitor().BuildServiceProvider(new ServiceProviderOptions { ValidateOnBuild = true, ValidateScopes = true }).Dispose();
}
