namespace ServiceMonitor.Client.Tests.Support;

/// <summary>How long a test waits for something that should happen at once. It is never slept through.</summary>
internal static class Patience
{
    internal static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    internal static Task WithPatience(this Task task) => task.WaitAsync(Limit);

    internal static Task<T> WithPatience<T>(this Task<T> task) => task.WaitAsync(Limit);
}
