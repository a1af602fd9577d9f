namespace ServiceMonitor.Client.Registration;

/// <summary>Tells both loops that the application stops, before the deregistration: a heartbeat after it would undo it.</summary>
internal sealed class ShutdownSignal : IDisposable
{
    private readonly CancellationTokenSource requested = new();
    private readonly CancellationTokenSource giveUp = new();

    // Taken here, since a disposed source gives no token and a loop may outlive the container by a moment.
    public ShutdownSignal() => (Requested, GiveUp) = (requested.Token, giveUp.Token);

    /// <summary>Begin nothing new.</summary>
    internal CancellationToken Requested { get; }

    /// <summary>Drop what is still on its way.</summary>
    internal CancellationToken GiveUp { get; }

    public void Dispose()
    {
        requested.Dispose();
        giveUp.Dispose();
    }

    internal Task RequestAsync() => requested.CancelAsync();

    internal Task GiveUpAsync() => giveUp.CancelAsync();
}
