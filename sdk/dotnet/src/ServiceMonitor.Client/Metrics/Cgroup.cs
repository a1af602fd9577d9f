using System.Globalization;

namespace ServiceMonitor.Client.Metrics;

/// <summary>
/// Limits of the container that the process runs in, from control groups of version 2 or 1. The tightest limit on
/// the way from the process's group up to the root counts; without one the value is null.
/// </summary>
internal sealed class Cgroup
{
    private readonly string mount;
    private readonly string procRoot;

    public Cgroup()
        : this("/proc", "/sys/fs/cgroup")
    {
    }

    internal Cgroup(string procRoot, string mount)
    {
        this.procRoot = procRoot;
        this.mount = mount;
    }

    internal double? MemoryLimit => Tightest("memory.max", Number) ?? Tightest("memory", "memory.limit_in_bytes", Number);

    /// <summary>Processors that the process may use; half a one is 0.5.</summary>
    internal double? CpuLimit => Tightest("cpu.max", QuotaInOneFile) ?? Tightest("cpu", "cpu.cfs_quota_us", QuotaInTwoFiles);

    /// <summary>Version 2: one hierarchy, the line <c>0::/path</c>.</summary>
    private double? Tightest(string file, Func<string, double?> read) => Tightest(mount, PathOf(string.Empty), file, read);

    /// <summary>Version 1: a hierarchy for each controller, a line <c>4:cpu,cpuacct:/path</c>.</summary>
    private double? Tightest(string controller, string file, Func<string, double?> read) =>
        Tightest(Path.Combine(mount, controller), PathOf(controller), file, read);

    private static double? Tightest(string root, string? path, string file, Func<string, double?> read)
    {
        if (path is null) return null;
        double? tightest = null;
        // In a container the path may be the host's, of which only the root is mounted: missing files are skipped.
        for (var folder = path.Trim('/'); ; folder = Path.GetDirectoryName(folder) ?? string.Empty)
        {
            var full = Path.Combine(root, folder, file);
            if (File.Exists(full) && read(full) is { } limit && limit > 0 && !(limit >= tightest)) tightest = limit;
            if (folder.Length == 0) return tightest;
        }
    }

    private string? PathOf(string controller)
    {
        var file = Path.Combine(procRoot, "self", "cgroup");
        if (!File.Exists(file)) return null;
        return File.ReadLines(file)
            .Select(line => line.Split(':', 3))
            .FirstOrDefault(parts => parts.Length == 3 && parts[1].Split(',').Contains(controller))?[2];
    }

    private static double? Number(string file) => ToNumber(File.ReadAllText(file));

    private static double? QuotaInOneFile(string file) =>
        File.ReadAllText(file).Split(' ', 2) is [var quota, var period] ? ToNumber(quota) / ToNumber(period) : null;

    private static double? QuotaInTwoFiles(string file)
    {
        var period = Path.Combine(Path.GetDirectoryName(file)!, "cpu.cfs_period_us");
        return File.Exists(period) ? Number(file) / Number(period) : null;
    }

    /// <summary>"max" and -1 are no limits.</summary>
    private static double? ToNumber(string text) =>
        double.TryParse(text.AsSpan().Trim(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) ? number : null;
}
