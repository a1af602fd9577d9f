namespace ServiceMonitor.Client.Tests.Support;

/// <summary>Tests that measure the whole process or a clock of two cores: nothing else runs beside them.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    internal const string Name = "alone";
}
