using System.Net;
using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Transport;
using ServiceMonitor.Client.Web;

namespace ServiceMonitor.Client.Registration;

/// <summary>Says who this instance is. To be asked only after the server has bound its port.</summary>
internal sealed class InstanceDescriber(IWebServer web, MonitorConfiguration configuration, BuildInfo build, TimeProvider clock)
{
    /// <param name="interval">How long a silence is to be normal.</param>
    /// <param name="withoutOwnMetadata">Leaves out what the application added, where the whole was too large.</param>
    internal RegistrationRequest Describe(TimeSpan interval, bool withoutOwnMetadata = false)
    {
        var options = configuration.Options;
        var hostname = options.Hostname ?? MachineName();
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
            Metadata = Metadata(withoutOwnMetadata),
            HeartbeatIntervalSeconds = interval.TotalSeconds,
        };
    }

    /// <summary>In Kubernetes a pod's name does not resolve; its address does, where the manifest passes it.</summary>
    private static string Reachable(string hostname) => Environment.GetEnvironmentVariable("POD_IP") is { Length: > 0 } address ? address : hostname;

    private JsonObject Metadata(bool withoutOwn)
    {
        var metadata = withoutOwn ? [] : OwnMetadata.Of(configuration.Options);
        metadata["sdk_version"] = BuildInfo.SdkVersion;
        metadata["framework"] = RuntimeInformation.FrameworkDescription;
        metadata["os"] = RuntimeInformation.OSDescription;
        metadata["process_id"] = Environment.ProcessId;
        metadata["registered_at"] = WireTime.Format(clock.GetUtcNow());
        if (build.Commit is { } commit) metadata["commit_hash"] = commit;
        if (build.Branch is { } branch) metadata["branch"] = branch;
        return metadata;
    }

    /// <summary>The machine's full name: <see cref="Environment.MachineName"/> cuts it at the first dot.</summary>
    private static string MachineName()
    {
        try
        {
            return Dns.GetHostName();
        }
        catch (System.Net.Sockets.SocketException)
        {
            return Environment.MachineName;
        }
    }
}
