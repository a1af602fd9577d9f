using System.Globalization;

namespace ServiceMonitor.Client.Metrics;

/// <summary>The memory that this process can have: its container's limit, else the machine's.</summary>
internal static class MemoryLimit
{
    internal static double? Bytes(Cgroup cgroup, string procRoot = "/proc")
    {
        if (OperatingSystem.IsLinux() && MachineBytes(procRoot) is { } machine)
        {
            // "Unlimited" is a huge number in the older cgroups.
            return cgroup.MemoryLimit is { } limit && limit < machine ? limit : machine;
        }

        // In a container this would be a fraction of the limit; elsewhere it is the machine's memory.
        return GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
    }

    private static double? MachineBytes(string procRoot)
    {
        const string Prefix = "MemTotal:";
        var line = File.ReadLines(Path.Combine(procRoot, "meminfo")).FirstOrDefault(text => text.StartsWith(Prefix, StringComparison.Ordinal));
        var kilobytes = line?[Prefix.Length..].Replace("kB", string.Empty, StringComparison.Ordinal).Trim();
        return double.TryParse(kilobytes, CultureInfo.InvariantCulture, out var number) ? number * 1024 : null;
    }
}
