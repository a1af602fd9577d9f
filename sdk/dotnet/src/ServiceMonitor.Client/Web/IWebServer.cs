namespace ServiceMonitor.Client.Web;

/// <summary>What a web server adds to what is sent. ServiceMonitor.Client.AspNetCore brings the one that there is.</summary>
internal interface IWebServer
{
    /// <summary>Whether requests are served that nobody tracks, because the hook for it was left out.</summary>
    bool LacksTracking { get; }

    /// <summary>What the server is bound to; "any address" is said as <paramref name="reachableHost"/>.</summary>
    BoundAddress? Address(string reachableHost);

    /// <summary>Nothing where requests are not tracked: a zero would be a lie.</summary>
    RequestFigures? Requests();
}
