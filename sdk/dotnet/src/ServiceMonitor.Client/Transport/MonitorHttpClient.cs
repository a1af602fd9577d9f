using System.Net;
using System.Runtime.InteropServices;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Registration;
using ServiceMonitor.Client.Telemetry;

namespace ServiceMonitor.Client.Transport;

/// <summary>The named client, shielded from what the host does to its own clients.</summary>
internal static class MonitorHttpClient
{
    internal const string Name = "ServiceMonitor";

    private const int LargestAnswerBytes = 64 * 1024;

    /// <summary>What the application hangs on the builder of this name comes after this, and wins.</summary>
    internal static void Add(IServiceCollection services) => services
        .AddHttpClient(Name, (provider, client) =>
        {
            // A host's defaults for all clients came first: its headers may be secrets that are none of the monitor's.
            client.DefaultRequestHeaders.Clear();
            client.DefaultRequestVersion = HttpVersion.Version11;
            client.DefaultVersionPolicy = HttpVersionPolicy.RequestVersionOrLower;
            client.BaseAddress = BaseAddress(provider.GetRequiredService<MonitorConfiguration>().Options.BaseUrl!);
            // The SDK times its requests itself, on the injected clock.
            client.Timeout = Timeout.InfiniteTimeSpan;
            client.MaxResponseContentBufferSize = LargestAnswerBytes;
            client.DefaultRequestHeaders.TryAddWithoutValidation("User-Agent", UserAgent());
        })
        .ConfigurePrimaryHttpMessageHandler(() => new SocketsHttpHandler
        {
            PooledConnectionLifetime = TimeSpan.FromMinutes(5),
            ConnectTimeout = TimeSpan.FromSeconds(5),
            AllowAutoRedirect = false,
            UseCookies = false,
            // No span per heartbeat in the host's traces.
            ActivityHeadersPropagator = null,
        })
        // Its retries, service discovery and logging would double ours.
        .ConfigureAdditionalHttpMessageHandlers((handlers, _) => handlers.Clear())
        .RemoveAllLoggers()
        .SetHandlerLifetime(Timeout.InfiniteTimeSpan);

    /// <summary>With one slash at the end: without it, a path in the address would be lost when it is joined.</summary>
    private static Uri BaseAddress(string text) => new(text.TrimEnd('/') + "/", UriKind.Absolute);

    private static string UserAgent() =>
        $"{ClientTelemetry.Name}/{BuildInfo.SdkVersion} ({RuntimeInformation.FrameworkDescription}; {RuntimeInformation.RuntimeIdentifier})";
}
