using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>
/// A test that needs the monitor's own program. On a developer's machine without it, the test is skipped and says
/// how to get it; in CI it is never skipped.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class RealMonitorFactAttribute : FactAttribute
{
    public RealMonitorFactAttribute()
    {
        if (Environment.GetEnvironmentVariable("CI") == "true") return;
        if (OperatingSystem.IsWindows()) Skip = "SIGSTOP and SIGCONT are needed";
        else if (!File.Exists(MonitorProgram.Node) || !HasRedis()) Skip = "run 'node scripts/prepare.mjs' in the repository first";
    }

    /// <summary>Whether the test starts the sample's build for the older framework.</summary>
    public bool NeedsOlderFramework
    {
        get => false;
        set
        {
            if (value && Repository.IsOfflineBuild) Skip = "this build has no net8.0, which needs a package registry";
        }
    }

    private static bool HasRedis() => (Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
        .Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, "redis-server")));
}
