using System.Reflection;
using System.Xml.Linq;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>The public API is a promise: it changes only together with the file that lists it.</summary>
public sealed class PublicApiTests
{
    private static readonly Assembly Client = typeof(ServiceMonitorOptions).Assembly;

    public static TheoryData<string> Packages => ["ServiceMonitor.Client", "ServiceMonitor.Client.AspNetCore"];

    [Theory]
    [MemberData(nameof(Packages))]
    public void It_is_what_PublicAPI_txt_says(string package)
    {
        var members = Members(Assembly.Load(package)).ToList();
        // To accept a change, copy this one over it.
        File.WriteAllLines(Path.Combine(AppContext.BaseDirectory, $"{package}.PublicAPI.received.txt"), members);

        Assert.Equal(File.ReadAllLines(Path.Combine(Repository.Sdk, "src", package, "PublicAPI.txt")), members);
    }

    [Fact]
    public void The_package_for_any_host_needs_no_web_framework() => Assert.All(
        Client.GetReferencedAssemblies(),
        reference => Assert.Matches("^(System|Microsoft\\.Extensions)\\.", reference.Name));

    [Theory]
    [MemberData(nameof(Packages))]
    public void What_is_documented_is_what_is_public(string package)
    {
        var documented = XDocument.Load(Path.Combine(AppContext.BaseDirectory, $"{package}.xml")).Descendants("member")
            .Select(member => ((string)member.Attribute("name")!)[2..].Split('(')[0]).ToList();
        var types = Assembly.Load(package).GetExportedTypes().Select(type => type.FullName!).ToList();

        Assert.All(types, type => Assert.Contains(type, documented));
        Assert.All(documented, name => Assert.Contains(types, type => name == type || name[..name.LastIndexOf('.')] == type));
    }

    private static IEnumerable<string> Members(Assembly assembly) => assembly.GetExportedTypes()
        .SelectMany(type => type
            .GetMembers(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Where(IsPromised)
            .Select(member => $"{type.FullName}: {member}{(member is PropertyInfo { CanWrite: false } ? " get-only" : string.Empty)}")
            .Prepend($"{type.FullName}{(type.IsInterface ? " interface" : type.IsAbstract ? " static" : type.IsSealed ? " sealed" : string.Empty)}"))
        .Order(StringComparer.Ordinal);

    private static bool IsPromised(MemberInfo member) => member switch
    {
        MethodInfo { IsSpecialName: true } => false,
        MethodBase method => method.IsPublic || method.IsFamily,
        PropertyInfo property => property.GetMethod!.IsPublic,
        _ => false,
    };
}
