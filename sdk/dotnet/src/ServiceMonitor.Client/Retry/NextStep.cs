namespace ServiceMonitor.Client.Retry;

/// <summary>What a loop does after an answer; the names are those of the vectors that all SDKs share.</summary>
internal enum NextStep
{
    /// <summary>Registered: beat at once.</summary>
    HeartbeatNow,

    /// <summary>Beat again when the next one is due.</summary>
    NextInterval,

    /// <summary>Try again after a wait that doubles.</summary>
    BackOff,

    /// <summary>Register again, then beat.</summary>
    RegisterNow,

    /// <summary>Send it again without what can be spared.</summary>
    SendLessNow,
}
