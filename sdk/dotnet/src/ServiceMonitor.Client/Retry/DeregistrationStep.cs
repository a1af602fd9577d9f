namespace ServiceMonitor.Client.Retry;

/// <summary>What follows an answer to the deregistration; the names are those of the vectors that all SDKs share.</summary>
internal enum DeregistrationStep
{
    /// <summary>The monitor knows.</summary>
    Done,

    /// <summary>Try again after a short wait, while there is time.</summary>
    Again,

    /// <summary>Try again at once if the key, read again, is another one.</summary>
    NewKey,

    /// <summary>Another try would be answered the same.</summary>
    GiveUp,
}
