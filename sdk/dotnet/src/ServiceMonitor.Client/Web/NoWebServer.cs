namespace ServiceMonitor.Client.Web;

/// <summary>A worker listens on no port and serves no requests.</summary>
internal sealed class NoWebServer : IWebServer
{
    public bool LacksTracking => false;

    public BoundAddress? Address(string reachableHost) => null;

    public RequestFigures? Requests() => null;
}
