using System.Net;
using System.Net.Sockets;

namespace ServiceMonitor.Client.Location;

/// <summary>Where this process runs, by its variables and by what the orchestrator put into its file system. Asks nobody.</summary>
internal static class FoundLocation
{
    /// <summary>The parts that are known, and <c>container_id</c>.</summary>
    internal static Dictionary<string, string> Find(Func<string, string?> variable, string root, string machineName)
    {
        var attributes = ResourceAttributes(variable("OTEL_RESOURCE_ATTRIBUTES"));
        var found = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var part in LocationVariables.Parts)
        {
            var said = part.Variables.Select(variable).Concat(part.Attributes.Select(name => attributes.GetValueOrDefault(name)));
            if (said.Select(LocationText.Of).FirstOrDefault(text => text is not null) is { } text) found[part.Name] = text;
        }

        var containerId = ContainerId.Find(root);
        if (containerId is not null) found["container_id"] = containerId;
        // In a container the machine's name is the container's, in Kubernetes the pod's: no host.
        var isContainer = containerId is not null || IsContainer(variable, root);
        var host = found.GetValueOrDefault("host") ?? found.GetValueOrDefault("node") ?? (isContainer ? null : LocationText.Of(machineName));
        if (host is not null) found["host"] = host;
        if (Deployment(variable, root, found.GetValueOrDefault("deployment")) is { } deployment) found["deployment"] = deployment;
        return found;
    }

    internal static string MachineName()
    {
        try
        {
            return Dns.GetHostName();
        }
        catch (SocketException)
        {
            return Environment.MachineName;
        }
    }

    private static bool IsContainer(Func<string, string?> variable, string root) =>
        LocationVariables.OfContainers.Any(name => variable(name) is { Length: > 0 })
        || File.Exists(Path.Combine(root, ".dockerenv"))
        || File.Exists(Path.Combine(root, "run", ".containerenv"));

    /// <summary>In Kubernetes with the namespace, and if nothing says it, by the name of the pod.</summary>
    private static string? Deployment(Func<string, string?> variable, string root, string? said)
    {
        if (variable("KUBERNETES_SERVICE_HOST") is not { Length: > 0 } || variable("SERVICE_MONITOR_DEPLOYMENT") is { Length: > 0 }) return said;
        var pod = variable("POD_NAME") is { Length: > 0 } passed ? passed : variable("HOSTNAME");
        var name = said ?? PodOwner.Of(pod ?? string.Empty);
        var space = LocationText.Of(variable("POD_NAMESPACE")) ?? NamespaceFile(root);
        return name is null || space is null ? name : LocationText.Of($"{space}/{name}");
    }

    private static string? NamespaceFile(string root)
    {
        try
        {
            return LocationText.Of(File.ReadAllText(Path.Combine(root, "var", "run", "secrets", "kubernetes.io", "serviceaccount", "namespace")));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary><c>key=value,key=value</c>, each value as in a URL.</summary>
    private static Dictionary<string, string> ResourceAttributes(string? text)
    {
        var attributes = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var pair in (text ?? string.Empty).Split(','))
        {
            if (pair.Split('=', 2) is [var key, var value] && key.Trim() is { Length: > 0 } name)
                attributes[name] = Uri.UnescapeDataString(value.Trim());
        }

        return attributes;
    }
}
