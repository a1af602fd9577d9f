namespace ServiceMonitor.Client.Registration;

/// <summary>
/// Whether the monitor knows this instance, shared by two loops: the registration loop waits for <see cref="Due"/>,
/// the heartbeat loop for <see cref="Registered"/>. Starts as due.
/// </summary>
internal sealed class RegistrationState
{
    private readonly object gate = new();
    private TaskCompletionSource<string> registered = NewSource<string>();
    private TaskCompletionSource<bool> due = NewSource<bool>();

    public RegistrationState() => due.SetResult(true);

    /// <summary>Completes with the instance id as soon as there is one.</summary>
    internal Task<string> Registered
    {
        get { lock (gate) return registered.Task; }
    }

    /// <summary>Completes when there is no registration that the monitor knows, or it is to be renewed.</summary>
    internal Task Due
    {
        get { lock (gate) return due.Task; }
    }

    internal string? CurrentId => Registered is { IsCompletedSuccessfully: true } task ? task.Result : null;

    internal void Register(string instanceId)
    {
        lock (gate)
        {
            if (registered.Task.IsCompleted) registered = NewSource<string>();
            if (due.Task.IsCompleted) due = NewSource<bool>();
            registered.SetResult(instanceId);
        }
    }

    /// <summary>The monitor does not know this id. Ignored when a newer registration has replaced it.</summary>
    internal void Lose(string instanceId)
    {
        lock (gate)
        {
            if (!registered.Task.IsCompleted || registered.Task.Result != instanceId) return;
            registered = NewSource<string>();
            due.TrySetResult(true);
        }
    }

    /// <summary>Nothing is due until <see cref="Renew"/>; returns the id that the monitor knew this instance by, if it did.</summary>
    internal string? Withdraw()
    {
        lock (gate)
        {
            var id = registered.Task.IsCompleted ? registered.Task.Result : null;
            if (id is not null) registered = NewSource<string>();
            if (due.Task.IsCompleted) due = NewSource<bool>();
            return id;
        }
    }

    /// <summary>The registration is to be sent again. Until that is accepted, the one that there is stands.</summary>
    internal void Renew()
    {
        lock (gate) due.TrySetResult(true);
    }

    // Continuations run elsewhere: nobody's code runs under the lock.
    private static TaskCompletionSource<T> NewSource<T>() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
