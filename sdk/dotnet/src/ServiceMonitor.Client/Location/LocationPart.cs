namespace ServiceMonitor.Client.Location;

/// <summary>One part of a location, and what says it.</summary>
/// <param name="Name">Key in the metadata of the registration.</param>
/// <param name="Variables">Environment variables, the first that is set counts.</param>
/// <param name="Attributes">OpenTelemetry resource attributes, after the variables.</param>
internal sealed record LocationPart(string Name, IReadOnlyList<string> Variables, IReadOnlyList<string> Attributes);
