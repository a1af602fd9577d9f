namespace ServiceMonitor.Client.Tests.Support;

/// <summary>How long a test waits for something that should happen at once. It is never slept through.</summary>
internal static class TestTimeout
{
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    internal static Task WithTimeout(this Task task) => task.WaitAsync(Limit);

    internal static Task<T> WithTimeout<T>(this Task<T> task) => task.WaitAsync(Limit);
}
