using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.InteropServices;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>A program of its own that a test reads, freezes and ends.</summary>
internal sealed class ChildProcess : IAsyncDisposable
{
    internal const int Stop = 19;
    internal const int Continue = 18;
    internal const int Terminate = 15;
    internal const int Kill = 9;

    private readonly Process process;
    private readonly ConcurrentQueue<string> lines = new();
    private readonly ConcurrentDictionary<string, TaskCompletionSource<string>> awaited = new();

    private ChildProcess(Process process) => this.process = process;

    internal string Output => string.Join('\n', lines);

    internal int ExitCode => process.ExitCode;

    internal static ChildProcess Start(string file, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> variables)
    {
        var start = new ProcessStartInfo(file, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = Path.GetTempPath() };
        // What the caller's shell has set for a monitor of its own must not reach ours.
        foreach (var name in start.Environment.Keys.Where(IsSettingOfOurs).ToList()) start.Environment.Remove(name);
        foreach (var (name, value) in variables) start.Environment[name] = value;
        var process = new Process { StartInfo = start };
        var child = new ChildProcess(process);
        process.OutputDataReceived += child.Read;
        process.ErrorDataReceived += child.Read;
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return child;
    }

    /// <summary>The first line with this text in it, also if it was written already.</summary>
    internal async Task<string> LineAsync(string text)
    {
        var source = awaited.GetOrAdd(text, _ => new(TaskCreationOptions.RunContinuationsAsynchronously));
        if (lines.FirstOrDefault(line => line.Contains(text, StringComparison.Ordinal)) is { } written) return written;
        var ended = process.WaitForExitAsync();
        return await Task.WhenAny(source.Task, ended).WithTimeout() == source.Task
            ? await source.Task
            : throw new InvalidOperationException($"it ended before it said \"{text}\":\n{Output}");
    }

    internal void Signal(int signal) => Assert.Equal(0, Send(process.Id, signal));

    internal Task EndAsync() => process.WaitForExitAsync().WithTimeout();

    public async ValueTask DisposeAsync()
    {
        if (!process.HasExited)
        {
            Signal(Continue);
            Signal(Terminate);
            await EndAsync();
        }

        process.Dispose();
    }

    private static bool IsSettingOfOurs(string name) =>
        name.StartsWith("MONITOR_", StringComparison.Ordinal) || name.StartsWith("SERVICE_MONITOR_", StringComparison.Ordinal) || name is "REDIS_URL" or "ASPNETCORE_URLS";

    private void Read(object sender, DataReceivedEventArgs read)
    {
        if (read.Data is not { } line) return;
        lines.Enqueue(line);
        foreach (var (text, source) in awaited)
        {
            if (line.Contains(text, StringComparison.Ordinal)) source.TrySetResult(line);
        }
    }

    [DllImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Send(int processId, int signal);
}
