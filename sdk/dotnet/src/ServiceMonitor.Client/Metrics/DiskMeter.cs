namespace ServiceMonitor.Client.Metrics;

/// <summary>
/// How full the disk with the application on it is, as <c>df</c> counts it. A dead network mount never answers: one
/// question waits there, not one more with every heartbeat, and no heartbeat waits long for it.
/// </summary>
internal sealed class DiskMeter(Func<double?> read, TimeProvider clock)
{
    internal static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(500);

    private Task<double?>? asked;

    internal static DiskMeter Of(string path, TimeProvider clock) => new(() => Read(path), clock);

    internal async Task<double?> PercentAsync()
    {
        if (asked is { IsCompleted: false }) return null;
        asked = Task.Run(read);
        try
        {
            return await asked.WaitAsync(Limit, clock).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // No answer in time, or none at all on this system.
            return null;
        }
    }

    private static double? Read(string path)
    {
        var drive = new DriveInfo(OperatingSystem.IsWindows() ? Path.GetPathRoot(path)! : path);
        var used = (double)(drive.TotalSize - drive.TotalFreeSpace);
        // Blocks that only root may take are neither used nor free for us.
        var ours = used + drive.AvailableFreeSpace;
        return ours > 0 ? used / ours * 100 : null;
    }
}
