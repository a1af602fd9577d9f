using System.Text.Json;
using System.Text.Json.Serialization;

namespace ServiceMonitor.Client.Transport;

/// <summary>The JSON of the wire, made at compile time: no reflection, so it works trimmed and ahead of time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(RegistrationRequest))]
[JsonSerializable(typeof(RegistrationResponse))]
[JsonSerializable(typeof(HeartbeatRequest))]
[JsonSerializable(typeof(HeartbeatResponse))]
internal sealed partial class WireJson : JsonSerializerContext;
