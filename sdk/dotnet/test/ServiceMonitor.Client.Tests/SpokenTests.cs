namespace ServiceMonitor.Client.Tests;

public sealed class SpokenTests
{
    [Theory]
    [InlineData(0.25, "250 ms")]
    [InlineData(1, "1 s")]
    [InlineData(1.54, "1.5 s")]
    [InlineData(30, "30 s")]
    [InlineData(59.97, "1 min")]
    [InlineData(90, "1 min 30 s")]
    [InlineData(300, "5 min")]
    [InlineData(3600, "1 h")]
    [InlineData(9000, "2 h 30 min")]
    [InlineData(604_800, "7 d")]
    public void Durations_are_said_as_people_read_them(double seconds, string text) =>
        Assert.Equal(text, Spoken.Duration(TimeSpan.FromSeconds(seconds)));
}
