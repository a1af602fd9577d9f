using System.Net;
using System.Runtime.InteropServices;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Registration;

/// <summary>Says who this instance is. To be asked only after the server has bound its port.</summary>
internal sealed class InstanceDescriber(IServiceProvider services, MonitorConfiguration configuration, BuildInfo build, TimeProvider clock)
{
    /// <param name="interval">How long a silence is to be normal.</param>
    /// <param name="withoutOwnMetadata">Leaves out what the application added, where the whole was too large.</param>
    internal RegistrationRequest Describe(TimeSpan interval, bool withoutOwnMetadata = false)
    {
        var options = configuration.Options;
        var hostname = Hostname();
        var bound = Bound(hostname);
        return new RegistrationRequest
        {
            ServiceName = options.ServiceName!,
            Environment = options.Environment!,
            Version = options.Version,
            // Without a port the monitor could not tell two workers of one host apart.
            InstanceId = options.InstanceId ?? (bound is null ? $"{hostname}:{Environment.ProcessId}" : null),
            Hostname = hostname,
            Port = bound?.Port,
            Url = options.Url ?? bound?.Url,
            ProcessId = Environment.ProcessId,
            Metadata = Metadata(withoutOwnMetadata),
            HeartbeatIntervalSeconds = interval.TotalSeconds,
        };
    }

    /// <summary>Applications without a web server have no <see cref="IServer"/>.</summary>
    private BoundAddress? Bound(string hostname)
    {
        var addresses = services.GetService<IServer>()?.Features.Get<IServerAddressesFeature>()?.Addresses;
        // In Kubernetes a pod's name does not resolve; its address does, where the manifest passes it.
        var reachable = Environment.GetEnvironmentVariable("POD_IP") is { Length: > 0 } address ? address : hostname;
        return addresses is null ? null : BoundAddress.Choose(addresses, reachable);
    }

    private JsonObject Metadata(bool withoutOwn)
    {
        var metadata = new JsonObject();
        if (!withoutOwn)
        {
            foreach (var (key, value) in configuration.Options.Metadata) metadata[key] = value;
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

    /// <summary>The machine's full name: <see cref="Environment.MachineName"/> cuts it at the first dot.</summary>
    private static string Hostname()
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
