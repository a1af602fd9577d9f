using System.Reflection;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>The public API is a promise: it changes only together with the file that lists it.</summary>
public sealed class PublicApiTests
{
    [Fact]
    public void It_is_what_PublicAPI_txt_says()
    {
        var file = Path.Combine(Repository.Sdk, "src", "ServiceMonitor.Client", "PublicAPI.txt");
        // To accept a change, copy this one over it.
        File.WriteAllLines(Path.Combine(AppContext.BaseDirectory, "PublicAPI.received.txt"), Members());

        Assert.Equal(File.ReadAllLines(file), Members());
    }

    [Fact]
    public void The_library_depends_on_the_framework_alone() => Assert.All(
        typeof(ServiceMonitorOptions).Assembly.GetReferencedAssemblies(),
        reference => Assert.Matches("^(System|Microsoft\\.(AspNetCore|Extensions|Net))", reference.Name));

    private static IEnumerable<string> Members() => typeof(ServiceMonitorOptions).Assembly.GetExportedTypes()
        .SelectMany(type => type
            .GetMembers(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly)
            .Where(IsPromised)
            .Select(member => $"{type.FullName}: {member}{(member is PropertyInfo { CanWrite: false } ? " get-only" : string.Empty)}")
            .Prepend($"{type.FullName}{(type.IsAbstract ? " static" : type.IsSealed ? " sealed" : string.Empty)}"))
        .Order(StringComparer.Ordinal);

    private static bool IsPromised(MemberInfo member) => member switch
    {
        MethodInfo { IsSpecialName: true } => false,
        MethodBase method => method.IsPublic || method.IsFamily,
        PropertyInfo property => property.GetMethod!.IsPublic,
        _ => false,
    };
}
