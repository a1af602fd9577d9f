using Microsoft.AspNetCore.Http;
using ServiceMonitor.Client.Web;

namespace ServiceMonitor.Client.AspNetCore;

/// <summary>The one address, of those a server is bound to, that others can best reach the instance at.</summary>
internal static class Binding
{
    /// <summary>https before http, a name that others can use before the loopback; sockets without a port not at all.</summary>
    internal static BoundAddress? Choose(IEnumerable<string> addresses, string reachableHost) => addresses
        .Select(Parse)
        .OfType<BindingAddress>()
        .OrderByDescending(Score)
        .Select(binding => From(binding, reachableHost))
        .FirstOrDefault();

    private static BoundAddress From(BindingAddress binding, string reachableHost)
    {
        var host = IsWildcard(binding.Host) ? Bracketed(reachableHost) : binding.Host;
        return new(binding.Port, $"{binding.Scheme}://{host}:{binding.Port}{binding.PathBase}");
    }

    private static BindingAddress? Parse(string address)
    {
        try
        {
            var binding = BindingAddress.Parse(address);
            return binding.IsUnixPipe || binding.IsNamedPipe || binding.Port == 0 ? null : binding;
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private static int Score(BindingAddress binding) =>
        (string.Equals(binding.Scheme, Uri.UriSchemeHttps, StringComparison.OrdinalIgnoreCase) ? 1 : 0)
        + (IsLoopback(binding.Host) ? 0 : 2);

    private static bool IsWildcard(string host) => host is "*" or "+" or "0.0.0.0" or "[::]";

    private static bool IsLoopback(string host) =>
        host is "localhost" or "[::1]" || host.StartsWith("127.", StringComparison.Ordinal);

    private static string Bracketed(string host) => host.Contains(':', StringComparison.Ordinal) ? $"[{host}]" : host;
}
