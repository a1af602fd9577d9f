using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Location;
using ServiceMonitor.Client.Transport;
using ServiceMonitor.Client.Web;

namespace ServiceMonitor.Client.Registration;

/// <summary>Says who this instance is. To be asked only after the server has bound its port.</summary>
internal sealed class InstanceDescriber(
    IWebServer web,
    MonitorConfiguration configuration,
    BuildInfo build,
    InstanceLocation location,
    TimeProvider clock)
{
    /// <param name="interval">How long a silence is to be normal.</param>
    /// <param name="withoutOwnMetadata">Leaves out what the application added, where the whole was too large.</param>
    /// <param name="giveUp">Ends the wait for a cloud that is asked where the instance runs.</param>
    internal async Task<RegistrationRequest> DescribeAsync(TimeSpan interval, bool withoutOwnMetadata, CancellationToken giveUp)
    {
        var options = configuration.Options;
        var place = await location.MetadataAsync(options, giveUp).ConfigureAwait(false);
        // The machine's full name: Environment.MachineName cuts it at the first dot.
        var hostname = options.Hostname ?? FoundLocation.MachineName();
        var bound = web.Address(Reachable(hostname));
        var port = options.Port ?? bound?.Port;
        return new RegistrationRequest
        {
            ServiceName = options.ServiceName!,
            Environment = options.Environment!,
            Version = options.Version,
            // Without a port the monitor could not tell two workers of one host apart.
            InstanceId = options.InstanceId ?? (port is null ? $"{hostname}:{Environment.ProcessId}" : null),
            Hostname = hostname,
            Port = port,
            Url = options.Url ?? bound?.Url,
            ProcessId = Environment.ProcessId,
            Metadata = Metadata(place, withoutOwnMetadata),
            HeartbeatIntervalSeconds = interval.TotalSeconds,
        };
    }

    /// <summary>In Kubernetes a pod's name does not resolve; its address does, where the manifest passes it.</summary>
    private static string Reachable(string hostname) => Environment.GetEnvironmentVariable("POD_IP") is { Length: > 0 } address ? address : hostname;

    /// <summary>What the application adds wins over the place; the SDK's own keys win over both.</summary>
    private JsonObject Metadata(JsonObject place, bool withoutOwn)
    {
        var metadata = withoutOwn ? [] : OwnMetadata.Of(configuration.Options);
        foreach (var (key, value) in place)
        {
            if (!metadata.ContainsKey(key)) metadata[key] = value?.DeepClone();
        }

        metadata["sdk_version"] = BuildInfo.SdkVersion;
        metadata["framework"] = RuntimeInformation.FrameworkDescription;
        metadata["os"] = RuntimeInformation.OSDescription;
        metadata["process_id"] = Environment.ProcessId;
        metadata["registered_at"] = WireTime.Format(clock.GetUtcNow());
        if (build.Commit is { } commit) metadata["commit_hash"] = commit;
        if (build.Branch is { } branch) metadata["branch"] = branch;
        return metadata;
    }
}
