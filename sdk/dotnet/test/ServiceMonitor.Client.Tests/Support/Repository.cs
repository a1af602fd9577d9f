using System.Reflection;
using System.Text.Json.Nodes;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>Files of the checkout that the tests read.</summary>
internal static class Repository
{
    internal static string Sdk { get; } = Path.GetFullPath(Metadata("Sdk"));

    internal static string Root { get; } = Path.GetFullPath(Path.Combine(Sdk, "..", ".."));

    /// <summary>Built without a registry, so for the newer framework alone.</summary>
    internal static bool IsOfflineBuild { get; } = Metadata("Offline") == "true";

    internal static string SampleApp(string framework) => Sample("SampleApp", framework);

    internal static string SampleWorker => Sample("SampleWorker", "net10.0");

    /// <summary>A body that the server's tests and all SDKs share.</summary>
    internal static JsonNode Wire(string name) => JsonNode.Parse(File.ReadAllText(Path.Combine(Root, "test", "wire", name)))!;

    private static string Sample(string name, string framework) => Path.GetFullPath(Path.Combine(Metadata(name), framework, $"{name}.dll"));

    private static string Metadata(string key) => typeof(Repository).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(item => item.Key == key).Value!;
}
