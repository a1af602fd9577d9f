using System.Diagnostics;
using System.Globalization;

namespace ServiceMonitor.Client.Metrics;

/// <summary>How many threads of the operating system the process has.</summary>
internal static class ThreadCount
{
    internal static int? Read()
    {
        if (!OperatingSystem.IsLinux())
        {
            using var process = Process.GetCurrentProcess();
            return process.Threads.Count;
        }

        // One line of one file; listing the threads would read a file for each of them.
        const string Prefix = "Threads:";
        var line = File.ReadLines("/proc/self/status").First(text => text.StartsWith(Prefix, StringComparison.Ordinal));
        return int.Parse(line.AsSpan(Prefix.Length), NumberStyles.Integer, CultureInfo.InvariantCulture);
    }
}
