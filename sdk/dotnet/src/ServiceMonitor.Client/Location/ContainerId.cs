using System.Text.RegularExpressions;

namespace ServiceMonitor.Client.Location;

/// <summary>The id of the container that the process runs in, of Docker, containerd, CRI-O or Podman.</summary>
internal static partial class ContainerId
{
    /// <summary>As short as <c>docker ps</c> shows it; null: in no container that says it.</summary>
    internal static string? Find(string root)
    {
        var group = Lines(root, "cgroup").Select(line => Id().Match(line)).FirstOrDefault(match => match.Success);
        var mount = Lines(root, "mountinfo").Select(line => Mounted().Match(line)).FirstOrDefault(match => match.Success);
        return (group ?? mount)?.Groups[1].Value[..12];
    }

    private static string[] Lines(string root, string name)
    {
        try
        {
            return File.ReadAllLines(Path.Combine(root, "proc", "self", name));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    [GeneratedRegex(@"(?:^|[/-])([0-9a-f]{64})(?:\.scope)?$", RegexOptions.CultureInvariant)]
    private static partial Regex Id();

    // Where the runtime keeps the files that it mounts into the container itself.
    [GeneratedRegex(@"/(?:containers|sandboxes|overlay-containers)/([0-9a-f]{64})/.* /etc/(?:hostname|hosts|resolv\.conf) ", RegexOptions.CultureInvariant)]
    private static partial Regex Mounted();
}
