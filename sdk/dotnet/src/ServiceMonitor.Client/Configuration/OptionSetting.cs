namespace ServiceMonitor.Client.Configuration;

/// <summary>One option as text: its name in the section, its variable, and how to read it.</summary>
/// <param name="Name">Name in the configuration section.</param>
/// <param name="Variable">Environment variable.</param>
/// <param name="Apply">Sets the option; a <see cref="FormatException"/> says what the text should have been.</param>
internal sealed record OptionSetting(string Name, string Variable, Action<ServiceMonitorOptions, string> Apply);
