using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>Keeps what is logged, at every level, and lets a test wait for a line.</summary>
internal sealed class LogCollector : ILoggerProvider
{
    private readonly ConcurrentQueue<LogLine> lines = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<LogLine>> first = new();

    internal IReadOnlyCollection<LogLine> Lines => lines;

    internal IEnumerable<LogLine> OurLines => lines.Where(line => line.Category.StartsWith("ServiceMonitor.Client.", StringComparison.Ordinal));

    public ILogger CreateLogger(string categoryName) => new Logger(this, categoryName);

    public void Dispose()
    {
    }

    internal int Count(int id) => OurLines.Count(line => line.Id == id);

    /// <summary>The first line of the SDK with this id.</summary>
    internal Task<LogLine> LineAsync(int id) => First(id).Task.WithTimeout();

    private TaskCompletionSource<LogLine> First(int id) =>
        first.GetOrAdd(id, _ => new(TaskCreationOptions.RunContinuationsAsynchronously));

    private void Add(LogLine line)
    {
        lines.Enqueue(line);
        if (line.Category.StartsWith("ServiceMonitor.Client.", StringComparison.Ordinal)) First(line.Id).TrySetResult(line);
    }

    private sealed class Logger(LogCollector collector, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            collector.Add(new(category, logLevel, eventId.Id, $"{formatter(state, exception)} {exception}".Trim()));
    }
}
