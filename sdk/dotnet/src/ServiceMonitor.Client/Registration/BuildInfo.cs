using System.Reflection;
using System.Text.RegularExpressions;

namespace ServiceMonitor.Client.Registration;

/// <summary>
/// Version, commit and branch of the application: as it was told, else from its assembly, else from CI's variables, else
/// from the checkout that it runs in.
/// </summary>
internal sealed partial class BuildInfo
{
    // A variable of that name with a novel in it is not a commit.
    private const int LongestValue = 256;

    private static readonly string[] CommitVariables =
    [
        "GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT", "BITBUCKET_COMMIT", "CIRCLE_SHA1",
        "BUILDKITE_COMMIT", "DRONE_COMMIT_SHA", "HEROKU_SLUG_COMMIT", "SOURCE_VERSION",
    ];

    private static readonly string[] BranchVariables =
    [
        // Where a pull request is built, the first one is its branch and the second the number of the request.
        "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILD_SOURCEBRANCHNAME", "GIT_BRANCH",
        "BITBUCKET_BRANCH", "CIRCLE_BRANCH", "BUILDKITE_BRANCH", "DRONE_BRANCH",
    ];

    public BuildInfo()
        : this(Assembly.GetEntryAssembly(), Environment.GetEnvironmentVariable, AppContext.BaseDirectory)
    {
    }

    internal BuildInfo(Assembly? assembly, Func<string, string?> variable, string? folder = null)
    {
        var checkout = new Lazy<GitCheckout?>(() => folder is null ? null : GitCheckout.Above(folder));
        // The compiler writes "1.2.3+<commit>" into the assembly when it builds in a repository.
        var parts = InformationalVersion(assembly)?.Split('+', 2);
        Version = parts?[0];
        Commit = First(["SERVICE_MONITOR_COMMIT"], variable)
            ?? Metadata(assembly, "CommitHash")
            ?? (parts is [_, var revision] && CommitHash().IsMatch(revision) ? revision : null)
            ?? First(CommitVariables, variable)
            ?? checkout.Value?.Commit;
        Branch = First(["SERVICE_MONITOR_BRANCH"], variable)
            ?? Metadata(assembly, "Branch")
            ?? First(BranchVariables, variable)
            ?? checkout.Value?.Branch;
    }

    /// <summary>Version of this SDK, without the commit.</summary>
    internal static string SdkVersion { get; } =
        InformationalVersion(typeof(BuildInfo).Assembly)?.Split('+')[0] ?? "0.0.0";

    internal string? Version { get; }

    internal string? Commit { get; }

    internal string? Branch { get; }

    private static string? InformationalVersion(Assembly? assembly) =>
        assembly?.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;

    private static string? Metadata(Assembly? assembly, string key) =>
        assembly?.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(item => item.Key == key && item.Value is { Length: > 0 })?.Value;

    private static string? First(string[] names, Func<string, string?> variable) =>
        names.Select(name => variable(name)?.Trim()).FirstOrDefault(value => value is { Length: > 0 and <= LongestValue });

    [GeneratedRegex("^[0-9a-fA-F]{7,64}$", RegexOptions.CultureInvariant)]
    private static partial Regex CommitHash();
}
