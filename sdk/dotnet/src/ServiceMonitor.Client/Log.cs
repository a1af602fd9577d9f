using Microsoft.Extensions.Logging;

namespace ServiceMonitor.Client;

/// <summary>Every line that the SDK writes. Ids are stable; the API key is in none of them.</summary>
internal static partial class Log
{
    [LoggerMessage(1, LogLevel.Information, "Registered {ServiceName} ({Environment}) with the monitor at {BaseUrl} as instance {InstanceId}")]
    internal static partial void Registered(ILogger logger, string? serviceName, string? environment, string baseUrl, string instanceId);

    [LoggerMessage(2, LogLevel.Warning, "{Task} failed ({Reason}); trying again. The application is not affected")]
    internal static partial void FirstFailure(ILogger logger, string task, string reason);

    [LoggerMessage(3, LogLevel.Debug, "{Task} failed ({Reason}), {Failures} times in a row; next attempt in {Wait}")]
    internal static partial void RepeatedFailure(ILogger logger, string task, string reason, int failures, string wait);

    [LoggerMessage(4, LogLevel.Information, "{Task} works again after {Failures} failed {Attempts}")]
    internal static partial void WorksAgain(ILogger logger, string task, int failures, string attempts);

    [LoggerMessage(5, LogLevel.Error, "{Task}: the monitor does not accept the API key ({Reason}); it is read again and tried again. The application is not affected")]
    internal static partial void Refused(ILogger logger, string task, string reason);

    [LoggerMessage(6, LogLevel.Error, "{Task}: the monitor rejects the request ({Reason})")]
    internal static partial void Rejected(ILogger logger, string task, string reason);

    [LoggerMessage(7, LogLevel.Warning, "The monitor does not know instance {InstanceId}; registering again")]
    internal static partial void UnknownInstance(ILogger logger, string instanceId);

    [LoggerMessage(8, LogLevel.Error, "Service monitoring is off, the configuration is not valid: {Errors}")]
    internal static partial void InvalidConfiguration(ILogger logger, string errors);

    [LoggerMessage(9, LogLevel.Information, "Service monitoring is switched off by its configuration")]
    internal static partial void SwitchedOff(ILogger logger);

    [LoggerMessage(10, LogLevel.Warning, "EnableRequestTracking is on, but app.UseMonitorTracking() was never called: heartbeats contain no request metrics")]
    internal static partial void TrackingMissing(ILogger logger);

    [LoggerMessage(11, LogLevel.Warning, "Not registered after {Wait}; heartbeats start as soon as it is")]
    internal static partial void StillNotRegistered(ILogger logger, string wait);

    [LoggerMessage(12, LogLevel.Information, "The monitor asks for a heartbeat every {Interval}")]
    internal static partial void IntervalChanged(ILogger logger, string interval);

    [LoggerMessage(13, LogLevel.Information, "Deregistered instance {InstanceId}")]
    internal static partial void Stopped(ILogger logger, string instanceId);

    [LoggerMessage(14, LogLevel.Warning, "Could not deregister instance {InstanceId} ({Reason})")]
    internal static partial void StopFailed(ILogger logger, string instanceId, string reason);

    [LoggerMessage(15, LogLevel.Error, "An error in the monitoring itself; the application is not affected")]
    internal static partial void Unexpected(ILogger logger, Exception error);

    [LoggerMessage(16, LogLevel.Warning, "{Hook} has no effect: {Reason}")]
    internal static partial void HookWithoutEffect(ILogger logger, string hook, string reason);

    [LoggerMessage(17, LogLevel.Warning, "The monitor ignored a part of the request: {Warning}")]
    internal static partial void PassedOver(ILogger logger, string warning);

    [LoggerMessage(18, LogLevel.Warning, "Instance {InstanceId} is not deregistered: {Fault}. The monitor will report it Down when its heartbeats are missing")]
    internal static partial void NotDeregistered(ILogger logger, string instanceId, string fault);

    [LoggerMessage(19, LogLevel.Information, "The configuration changed; registering again with it")]
    internal static partial void OptionsChanged(ILogger logger);

    [LoggerMessage(20, LogLevel.Error, "The configuration changed and is not valid, so the previous one is still used: {Errors}")]
    internal static partial void InvalidChange(ILogger logger, string errors);

    [LoggerMessage(21, LogLevel.Warning, "The health checks took longer than {Timeout}; heartbeats report unhealthy until they end in time")]
    internal static partial void HealthTimedOut(ILogger logger, string timeout);
}
