namespace ServiceMonitor.Client.Web;

/// <summary>Where others can reach the instance.</summary>
/// <param name="Port">Port that is listened on.</param>
/// <param name="Url">Address with a name that others can use.</param>
internal sealed record BoundAddress(int Port, string Url);
