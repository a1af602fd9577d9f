using System.Text.Json;
using System.Text.Json.Nodes;

namespace ServiceMonitor.Client.Location;

/// <summary>What the metadata addresses of the clouds say of this machine. Asked only if the option allows it.</summary>
internal static class CloudLocation
{
    /// <summary>Where the large clouds answer, to a machine of theirs only.</summary>
    internal const string MetadataAddress = "http://169.254.169.254";

    /// <summary>The registration waits for no answer longer than this.</summary>
    internal static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(900);

    // Made when a cloud is asked for the first time, which most processes never do; no proxy stands before that address.
    private static readonly HttpClient Client = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false });

    /// <summary>The answers that come in time. All are asked at once.</summary>
    /// <param name="address">The metadata address.</param>
    /// <param name="task">The endpoint of the ECS task, if it is one.</param>
    /// <param name="giveUp">Ends the wait.</param>
    internal static async Task<Dictionary<string, string>> AskAsync(string address, string? task, CancellationToken giveUp)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(giveUp);
        limit.CancelAfter(Limit);
        var asked = new List<Task<(string Name, JsonNode? Value)[]>>();
        if (!string.IsNullOrEmpty(task)) asked.Add(EcsAsync(task, limit.Token));
        asked.AddRange([AwsAsync(address, limit.Token), GoogleAsync(address, limit.Token), AzureAsync(address, limit.Token)]);
        var found = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var one in asked)
        {
            foreach (var (name, value) in await OrNothingAsync(one).ConfigureAwait(false))
            {
                if (TextOf(value) is { } text) found.TryAdd(name, text);
            }
        }

        return found;
    }

    private static async Task<(string Name, JsonNode? Value)[]> OrNothingAsync(Task<(string Name, JsonNode? Value)[]> asked)
    {
        try
        {
            return await asked.ConfigureAwait(false);
        }
        catch (Exception error) when (error is HttpRequestException or OperationCanceledException or JsonException or InvalidOperationException or UriFormatException or IOException)
        {
            // Most machines are in one of these clouds, or in none.
            return [];
        }
    }

    private static async Task<(string Name, JsonNode? Value)[]> EcsAsync(string task, CancellationToken limit)
    {
        var said = await JsonAsync($"{task}/task", null, limit).ConfigureAwait(false);
        var family = TextOf(said["Family"]);
        var deployment = family is not null && TextOf(said["Revision"]) is { } revision ? $"{family}:{revision}" : family;
        return [("cluster", LastOf(said["Cluster"])), ("zone", said["AvailabilityZone"]), ("deployment", deployment)];
    }

    /// <summary>IMDSv2: a token first.</summary>
    private static async Task<(string Name, JsonNode? Value)[]> AwsAsync(string address, CancellationToken limit)
    {
        using var request = new HttpRequestMessage(HttpMethod.Put, $"{address}/latest/api/token");
        request.Headers.Add("X-aws-ec2-metadata-token-ttl-seconds", "60");
        var token = await TextAsync(request, limit).ConfigureAwait(false);
        var path = $"{address}/latest/dynamic/instance-identity/document";
        var said = await JsonAsync(path, ("X-aws-ec2-metadata-token", token), limit).ConfigureAwait(false);
        return [("host", said["instanceId"]), ("zone", said["availabilityZone"]), ("region", said["region"])];
    }

    private static async Task<(string Name, JsonNode? Value)[]> GoogleAsync(string address, CancellationToken limit)
    {
        var path = $"{address}/computeMetadata/v1/instance/?recursive=true";
        var said = await JsonAsync(path, ("Metadata-Flavor", "Google"), limit).ConfigureAwait(false);
        // projects/123/zones/europe-west1-b
        var zone = LastOf(said["zone"]);
        var region = zone is not null && zone.LastIndexOf('-') is > 0 and var at ? zone[..at] : null;
        return [("host", said["name"]), ("zone", zone), ("region", region), ("cluster", (said["attributes"] as JsonObject)?["cluster-name"])];
    }

    private static async Task<(string Name, JsonNode? Value)[]> AzureAsync(string address, CancellationToken limit)
    {
        var path = $"{address}/metadata/instance/compute?api-version=2021-02-01";
        var said = await JsonAsync(path, ("Metadata", "true"), limit).ConfigureAwait(false);
        // A zone of Azure is a number within its region.
        var zone = TextOf(said["location"]) is { } region && TextOf(said["zone"]) is { } number ? $"{region}-{number}" : null;
        return [("host", said["name"]), ("region", said["location"]), ("zone", zone), ("cluster", said["vmScaleSetName"])];
    }

    private static async Task<JsonObject> JsonAsync(string path, (string Name, string Value)? header, CancellationToken limit)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        if (header is { } one) request.Headers.TryAddWithoutValidation(one.Name, one.Value);
        return JsonNode.Parse(await TextAsync(request, limit).ConfigureAwait(false)) as JsonObject ?? [];
    }

    private static async Task<string> TextAsync(HttpRequestMessage request, CancellationToken limit)
    {
        using var answer = await Client.SendAsync(request, limit).ConfigureAwait(false);
        answer.EnsureSuccessStatusCode();
        return await answer.Content.ReadAsStringAsync(limit).ConfigureAwait(false);
    }

    private static string? LastOf(JsonNode? path) => TextOf(path)?.Split('/')[^1];

    private static string? TextOf(JsonNode? value) =>
        value is JsonValue given && given.TryGetValue<string>(out var text) ? LocationText.Of(text) : null;
}
