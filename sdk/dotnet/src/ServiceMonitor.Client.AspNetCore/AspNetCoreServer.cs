using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.AspNetCore.Tracking;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Web;

namespace ServiceMonitor.Client.AspNetCore;

/// <summary>The server of ASP.NET Core, as <c>AddMonitor</c> finds it by this name: workers that have this package have none.</summary>
internal sealed class AspNetCoreServer(IServiceProvider services, MonitorConfiguration configuration, TimeProvider clock) : IWebServer
{
    internal RequestTracker Tracker { get; } = new(clock);

    public bool LacksTracking => Server is not null && configuration.TracksRequests && !Tracker.IsAttached;

    private IServer? Server => services.GetService<IServer>();

    public BoundAddress? Address(string reachableHost) =>
        Server?.Features.Get<IServerAddressesFeature>()?.Addresses is { } addresses ? Binding.Choose(addresses, reachableHost) : null;

    public RequestFigures? Requests() => Tracker.IsAttached ? new(Tracker.RequestsInLastMinute(), Tracker.Active) : null;
}
