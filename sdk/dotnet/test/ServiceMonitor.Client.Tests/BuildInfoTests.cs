using System.Reflection;
using System.Reflection.Emit;
using ServiceMonitor.Client.Registration;

namespace ServiceMonitor.Client.Tests;

public sealed class BuildInfoTests
{
    private const string Commit = "9fceb02d0ae598e95dc970b74767f19372d61af8";

    [Fact]
    public void Version_and_commit_come_from_the_assembly()
    {
        var build = new BuildInfo(AssemblyOf($"1.4.2+{Commit}"), CiOnly);

        Assert.Equal(("1.4.2", Commit), (build.Version, build.Commit));
    }

    [Theory]
    [InlineData("1.4.2")]
    [InlineData("1.4.2+build.7")]
    public void A_commit_that_the_assembly_does_not_know_comes_from_CI(string version)
    {
        var build = new BuildInfo(AssemblyOf(version), name => name == "GITHUB_SHA" ? Commit : name == "CI_COMMIT_REF_NAME" ? "main" : null);

        Assert.Equal(("1.4.2", Commit, "main"), (build.Version, build.Commit, build.Branch));
    }

    [Fact]
    public void Metadata_that_the_build_wrote_into_the_assembly_wins()
    {
        var build = new BuildInfo(AssemblyOf("1.0", ("CommitHash", "abc1234"), ("Branch", "release")), CiOnly);

        Assert.Equal(("abc1234", "release"), (build.Commit, build.Branch));
    }

    [Fact]
    public void What_the_deployment_says_wins_over_all()
    {
        var build = new BuildInfo(AssemblyOf($"1.4.2+{Commit}"), name => name == "SERVICE_MONITOR_COMMIT" ? " abc1234 " : "variable");

        Assert.Equal(("abc1234", "variable"), (build.Commit, build.Branch));
    }

    [Fact]
    public void Where_nobody_knows_there_is_nothing()
    {
        var build = new BuildInfo(null, _ => " ");

        Assert.Equal((null, null, null), (build.Version, build.Commit, build.Branch));
    }

    private static string? CiOnly(string name) => name.StartsWith("SERVICE_MONITOR_", StringComparison.Ordinal) ? null : "variable";

    private static AssemblyBuilder AssemblyOf(string version, params (string Key, string Value)[] metadata)
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new("fake"), AssemblyBuilderAccess.Run);
        assembly.SetCustomAttribute(Attribute(typeof(AssemblyInformationalVersionAttribute), version));
        foreach (var (key, value) in metadata) assembly.SetCustomAttribute(Attribute(typeof(AssemblyMetadataAttribute), key, value));
        return assembly;
    }

    private static CustomAttributeBuilder Attribute(Type type, params object[] arguments) =>
        new(type.GetConstructor([.. arguments.Select(argument => argument.GetType())])!, arguments);
}
