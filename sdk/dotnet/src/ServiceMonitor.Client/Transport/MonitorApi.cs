using System.Diagnostics;
using System.Net.Http.Headers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Telemetry;

namespace ServiceMonitor.Client.Transport;

/// <summary>The three calls to the monitor. They throw for one reason only: the caller's token.</summary>
internal sealed class MonitorApi(IHttpClientFactory clients, MonitorConfiguration configuration, ApiKey key, Pace pace, MonitorStatus status, ClientTelemetry telemetry, TimeProvider clock)
{
    private static readonly MediaTypeHeaderValue Json = new("application/json");
    private static readonly TimeSpan ShortestTimeout = TimeSpan.FromSeconds(1);

    /// <summary>A request that hangs longer than an interval would cost heartbeats that another try could save.</summary>
    private TimeSpan RequestTimeout
    {
        get
        {
            var (own, interval) = (configuration.Options.RequestTimeout, pace.Interval);
            var useful = interval > ShortestTimeout ? interval : ShortestTimeout;
            return own < useful ? own : useful;
        }
    }

    internal async Task<Answer<RegistrationResponse>> RegisterAsync(RegistrationRequest body, CancellationToken cancel)
    {
        var bytes = JsonSerializer.SerializeToUtf8Bytes(body, WireJson.Default.RegistrationRequest);
        var answer = await SendAsync(Operation.Registration, HttpMethod.Post, "api/services/register", bytes, WireJson.Default.RegistrationResponse, RequestTimeout, cancel).ConfigureAwait(false);
        if (answer.Verdict is not Verdict.Accepted || IsClean(answer.Body?.InstanceId)) return answer;
        return new(Verdict.Unreachable, Reason: $"the answer has no instanceId ({configuration.ShownBaseUrl})", Status: answer.Status);
    }

    internal Task<Answer<HeartbeatResponse>> BeatAsync(HeartbeatRequest body, CancellationToken cancel)
    {
        var bytes = JsonSerializer.SerializeToUtf8Bytes(body, WireJson.Default.HeartbeatRequest);
        return SendAsync(Operation.Heartbeat, HttpMethod.Post, "api/services/heartbeat", bytes, WireJson.Default.HeartbeatResponse, RequestTimeout, cancel);
    }

    internal Task<Answer<object>> StopAsync(string instanceId, TimeSpan limit, CancellationToken cancel) =>
        SendAsync<object>(Operation.Deregister, HttpMethod.Delete, $"api/instances/{Uri.EscapeDataString(instanceId)}", null, null, limit, cancel);

    private async Task<Answer<T>> SendAsync<T>(Operation operation, HttpMethod method, string path, byte[]? body, JsonTypeInfo<T>? shape, TimeSpan limit, CancellationToken cancel)
        where T : class
    {
        // What it happens to run under is no part of it.
        Activity.Current = null;
        using var span = ClientTelemetry.Begin(operation, configuration.Options.EnableHeartbeatTracing);
        var startedAt = clock.GetTimestamp();
        var answer = await ExchangeAsync(method, path, body, shape, limit, cancel).ConfigureAwait(false);
        telemetry.End(span, operation, answer.Verdict, answer.Reason, clock.GetElapsedTime(startedAt));
        status.Heard(operation, answer.Verdict, answer.Reason);
        key.Heard(answer.Verdict);
        return answer;
    }

    private async Task<Answer<T>> ExchangeAsync<T>(HttpMethod method, string path, byte[]? body, JsonTypeInfo<T>? shape, TimeSpan limit, CancellationToken cancel)
        where T : class
    {
        var trouble = new Trouble($"{configuration.ShownBaseUrl.TrimEnd('/')}/{path}");
        try
        {
            using var timeout = new CancellationTokenSource(limit, clock);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(cancel, timeout.Token);
            using var request = new HttpRequestMessage(method, path);
            request.Headers.TryAddWithoutValidation("X-API-Key", key.Text);
            if (body is not null) request.Content = new ByteArrayContent(body) { Headers = { ContentType = Json } };

            using var client = clients.CreateClient(MonitorHttpClient.Name);
            using var response = await client.SendAsync(request, either.Token).ConfigureAwait(false);
            var text = await response.Content.ReadAsByteArrayAsync(either.Token).ConfigureAwait(false);
            return Judge(response, text, shape, trouble);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            throw;
        }
        catch (OperationCanceledException)
        {
            return new(Verdict.Unreachable, Reason: trouble.NoAnswer);
        }
        catch (Exception error)
        {
            return new(Verdict.Unreachable, Reason: trouble.Of(error));
        }
    }

    private Answer<T> Judge<T>(HttpResponseMessage response, byte[] text, JsonTypeInfo<T>? shape, Trouble trouble)
        where T : class
    {
        var status = (int)response.StatusCode;
        if (!response.IsSuccessStatusCode)
        {
            var wait = RetryAfter.Read(response, clock.GetUtcNow());
            return new(VerdictOf(status), Reason: trouble.Of(response, text), RetryAfter: wait, Status: status);
        }

        try
        {
            // Where the contract has no body, one says that something else than the monitor answered.
            if (shape is null) return text.Length == 0 ? new(Verdict.Accepted, Status: status) : throw new JsonException();
            return new(Verdict.Accepted, JsonSerializer.Deserialize(text, shape) ?? throw new JsonException(), Status: status);
        }
        catch (JsonException)
        {
            return new(Verdict.Unreachable, Reason: trouble.NotTheMonitors(response, text), Status: status);
        }
    }

    /// <summary>An id is logged: one that is not a clean line is not the monitor's.</summary>
    private static bool IsClean(string? id) => !string.IsNullOrEmpty(id) && id == Excerpt.Of(id);

    private static Verdict VerdictOf(int status) => status switch
    {
        401 or 403 => Verdict.Refused,
        404 => Verdict.UnknownInstance,
        413 => Verdict.TooLarge,
        408 or 425 or 429 => Verdict.Unreachable,
        >= 400 and < 500 => Verdict.Rejected,
        _ => Verdict.Unreachable,
    };
}
