namespace ServiceMonitor.Client.Transport;

/// <summary>What an answer of the monitor says about the request.</summary>
internal enum Verdict
{
    /// <summary>It worked.</summary>
    Accepted,

    /// <summary>No answer, or one that another try may better: network, time-out, 3xx, 408, 429, 5xx, unreadable body.</summary>
    Unreachable,

    /// <summary>404: to a heartbeat, that the monitor does not know this instance (any more).</summary>
    UnknownInstance,

    /// <summary>401 or 403: the key is not taken; it is read again before the next request.</summary>
    Refused,

    /// <summary>413: the same with less in it may pass.</summary>
    TooLarge,

    /// <summary>Another 4xx: this request will never be taken.</summary>
    Rejected,
}
