using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

public sealed class ReadmeTests
{
    private static readonly string Text = File.ReadAllText(Path.Combine(Repository.Sdk, "README.md"));

    [Fact]
    public void Its_table_has_every_option_with_its_variable() => Assert.All(
        OptionSettings.All,
        setting => Assert.Contains($"| `{setting.Name}` | `{setting.Variable}` |", Text, StringComparison.Ordinal));

    [Fact]
    public void Every_option_of_the_class_is_in_the_table() => Assert.All(
        typeof(ServiceMonitorOptions).GetProperties(),
        property => Assert.Contains($"| `{property.Name}` | ", Text, StringComparison.Ordinal));

    [Fact]
    public void It_shows_every_key_that_is_sent() => Assert.All(
        Repository.Wire("register.json").AsObject().Concat(Repository.Wire("register.json")["metadata"]!.AsObject()).Concat(Repository.Wire("heartbeat.json")["metadata"]!.AsObject()),
        entry => Assert.Contains($"\"{entry.Key}\"", Text, StringComparison.Ordinal));
}
