using System.Text.RegularExpressions;

namespace ServiceMonitor.Client.Location;

/// <summary>The Deployment or StatefulSet that the name of a pod is made from.</summary>
internal static partial class PodOwner
{
    /// <summary>Null: its name does not tell.</summary>
    internal static string? Of(string podName)
    {
        var match = OfDeployment().Match(podName);
        if (!match.Success) match = OfStatefulSet().Match(podName);
        return match.Success ? match.Groups[1].Value : null;
    }

    // Kubernetes makes names of these characters only, so that they form no words.
    [GeneratedRegex("^(.+)-[bcdfghjklmnpqrstvwxz2456789]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}$", RegexOptions.CultureInvariant)]
    private static partial Regex OfDeployment();

    [GeneratedRegex("^(.+)-[0-9]+$", RegexOptions.CultureInvariant)]
    private static partial Regex OfStatefulSet();
}
