using Microsoft.Extensions.Logging;

namespace ServiceMonitor.Client.Tests.Support;

internal sealed record LogLine(string Category, LogLevel Level, int Id, string Text);
