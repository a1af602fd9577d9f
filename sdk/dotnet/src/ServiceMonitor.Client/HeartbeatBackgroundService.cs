using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Registration;

namespace ServiceMonitor.Client;

/// <summary>
/// Waits up to 30 seconds for the registration, then sends a heartbeat at every interval until the application stops.
/// Added by <c>AddMonitor</c>.
/// </summary>
public sealed class HeartbeatBackgroundService : BackgroundService
{
    private readonly Func<HeartbeatLoop> loop;
    private readonly ShutdownSignal shutdown;
    private readonly ILogger logger;

    internal HeartbeatBackgroundService(
        Func<HeartbeatLoop> loop,
        ShutdownSignal shutdown,
        ILogger<HeartbeatBackgroundService> logger)
    {
        this.loop = loop;
        this.shutdown = shutdown;
        this.logger = logger;
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        // The host's start goes on without us.
        await Task.Yield();
        try
        {
            using var either = CancellationTokenSource.CreateLinkedTokenSource(stoppingToken, shutdown.Requested);
            await loop().RunAsync(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The application stops.
        }
        catch (Exception error)
        {
            // An exception that leaves this method would stop the host.
            Log.Unexpected(logger, error);
        }
    }
}
