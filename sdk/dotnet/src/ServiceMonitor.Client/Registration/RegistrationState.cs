namespace ServiceMonitor.Client.Registration;

/// <summary>
/// Whether the monitor knows this instance, shared by two loops: the registration loop waits for <see cref="Lost"/>,
/// the heartbeat loop for <see cref="Registered"/>. Starts as lost.
/// </summary>
internal sealed class RegistrationState
{
    private readonly object gate = new();
    private TaskCompletionSource<string> registered = NewSource<string>();
    private TaskCompletionSource<bool> lost = NewSource<bool>();

    public RegistrationState() => lost.SetResult(true);

    /// <summary>Completes with the instance id as soon as there is one.</summary>
    internal Task<string> Registered
    {
        get { lock (gate) return registered.Task; }
    }

    /// <summary>Completes when there is no registration that the monitor knows.</summary>
    internal Task Lost
    {
        get { lock (gate) return lost.Task; }
    }

    internal string? CurrentId => Registered is { IsCompletedSuccessfully: true } task ? task.Result : null;

    internal void Register(string instanceId)
    {
        lock (gate)
        {
            if (registered.Task.IsCompleted) registered = NewSource<string>();
            if (lost.Task.IsCompleted) lost = NewSource<bool>();
            registered.SetResult(instanceId);
        }
    }

    /// <summary>The monitor does not know this id. Ignored when a newer registration has replaced it.</summary>
    internal void Lose(string instanceId)
    {
        lock (gate)
        {
            if (!registered.Task.IsCompleted || registered.Task.Result != instanceId || lost.Task.IsCompleted) return;
            registered = NewSource<string>();
            lost.SetResult(true);
        }
    }

    // Continuations run elsewhere: nobody's code runs under the lock.
    private static TaskCompletionSource<T> NewSource<T>() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
