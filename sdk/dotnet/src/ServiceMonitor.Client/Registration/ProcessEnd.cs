using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace ServiceMonitor.Client.Registration;

/// <summary>Watches how this process ends: a deregistration after a fault would hide it.</summary>
internal sealed class ProcessEnd(IServiceProvider services, TimeProvider clock) : IDisposable
{
    /// <summary>So long a stop is put down to an exception before it: a process that lives longer has survived it.</summary>
    internal static readonly TimeSpan CrashCounts = TimeSpan.FromSeconds(10);

    /// <summary>What a process says of itself that was stopped by SIGINT or SIGTERM: 128 and the signal's number.</summary>
    private static readonly int[] Signalled = [130, 143];

    private readonly object gate = new();
    private long? crashedAt;

    /// <summary>Whether a process that ends so was stopped on purpose. No exit code: it is not known.</summary>
    internal static bool IsMeant(int? exitCode, bool hasCrashed) => !hasCrashed && (exitCode is null or 0 || Signalled.Contains(exitCode.Value));

    /// <summary>From here on, exceptions that nobody handles are noted. They end the process as they would have.</summary>
    internal void Watch() => AppDomain.CurrentDomain.UnhandledException += NoteCrash;

    /// <summary>Why this stop is not one on purpose, as far as is known by now; nothing: it is one.</summary>
    internal string? Fault()
    {
        if (EndedWorker() is { } worker) return $"{worker} ended by an exception";
        if (HasFailedToStart()) return "the application did not start";
        lock (gate)
        {
            var hasCrashed = crashedAt is { } at && clock.GetElapsedTime(at) < CrashCounts;
            if (IsMeant(Environment.ExitCode, hasCrashed)) return null;
            return hasCrashed ? "an exception was not handled" : $"the process ends with exit code {Environment.ExitCode}";
        }
    }

    internal void NoteCrash()
    {
        lock (gate) crashedAt = clock.GetTimestamp();
    }

    public void Dispose() => AppDomain.CurrentDomain.UnhandledException -= NoteCrash;

    private void NoteCrash(object sender, UnhandledExceptionEventArgs crash) => NoteCrash();

    /// <summary>Stopped by who started it, before it said that it had, and not because anybody asked it to stop.</summary>
    private bool HasFailedToStart() =>
        services.GetService<IHostApplicationLifetime>() is { ApplicationStarted.IsCancellationRequested: false, ApplicationStopping.IsCancellationRequested: false };

    private string? EndedWorker()
    {
        // Where the host goes on after such an exception, it is not why the host stops.
        var behavior = services.GetService<IOptions<HostOptions>>()?.Value.BackgroundServiceExceptionBehavior;
        if (behavior is BackgroundServiceExceptionBehavior.Ignore) return null;
        return services.GetServices<IHostedService>()
            .OfType<BackgroundService>()
            .FirstOrDefault(service => EndedByException(service.ExecuteTask))?
            .GetType().Name;
    }

    /// <summary>A task that was cancelled is a stop's doing, but for one: a request of HttpClient that took too long.</summary>
    private static bool EndedByException(Task? task)
    {
        if (task is not { IsCanceled: true }) return task is { IsFaulted: true };
        try
        {
            task.GetAwaiter().GetResult();
            return false;
        }
        catch (OperationCanceledException cancelled)
        {
            return cancelled.InnerException is TimeoutException;
        }
    }
}
