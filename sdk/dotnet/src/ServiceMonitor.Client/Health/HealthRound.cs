using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Configuration;

namespace ServiceMonitor.Client.Health;

/// <summary>
/// Runs the application's health checks beside the heartbeats: each heartbeat takes the last result and begins the next
/// round. A check that hangs delays no heartbeat, and rounds do not pile up behind it.
/// </summary>
internal sealed class HealthRound(IServiceProvider services, MonitorConfiguration configuration, TimeProvider clock, ILogger<HeartbeatBackgroundService> logger)
{
    private volatile HealthResult? last;

    /// <summary>The checks that run, or ran last.</summary>
    internal Task Current { get; private set; } = Task.CompletedTask;

    /// <summary>Nothing before the first round ended, and where the application has no health checks.</summary>
    internal HealthResult? Take(CancellationToken stopping)
    {
        if (!configuration.Options.EnableHealthChecks || services.GetService<HealthCheckService>() is not { } checks) return null;
        if (Current.IsCompleted) Current = Task.Run(() => RunAsync(checks, stopping), CancellationToken.None);
        return last;
    }

    /// <summary>Ends when the checks do, however late. The result is there in time.</summary>
    private async Task RunAsync(HealthCheckService checks, CancellationToken stopping)
    {
        var limit = configuration.Options.HealthTimeout;
        using var timeout = new CancellationTokenSource(limit, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(stopping, timeout.Token);
        using var late = timeout.Token.Register(() => SayLate(limit));
        try
        {
            var report = await checks.CheckHealthAsync(either.Token).ConfigureAwait(false);
            if (!timeout.IsCancellationRequested) last = HealthResult.Of(report);
        }
        catch (OperationCanceledException) when (either.IsCancellationRequested)
        {
            // Too late, which is said, or the application stops.
        }
        catch (Exception error)
        {
            last = HealthResult.Unhealthy($"health checks: {error.Message}");
        }
    }

    private void SayLate(TimeSpan limit)
    {
        var result = HealthResult.Unhealthy($"health checks: no result within {Spoken.Duration(limit)}");
        if (last != result) Log.HealthTimedOut(logger, Spoken.Duration(limit));
        last = result;
    }
}
