using ServiceMonitor.Client.AspNetCore;
using ServiceMonitor.Client.Web;

namespace ServiceMonitor.Client.Tests;

public sealed class BindingTests
{
    [Theory]
    [InlineData("http://127.0.0.1:5000", "http://127.0.0.1:5000", 5000)]
    [InlineData("http://[::]:8080", "http://web-1:8080", 8080)]
    [InlineData("http://*:80", "http://web-1:80", 80)]
    [InlineData("http://0.0.0.0:8080", "http://web-1:8080", 8080)]
    [InlineData("http://localhost:5000 https://localhost:5001", "https://localhost:5001", 5001)]
    [InlineData("https://localhost:5001 http://[::]:8080", "http://web-1:8080", 8080)]
    [InlineData("http://orders.test:81/base", "http://orders.test:81/base", 81)]
    [InlineData("http://unix:/tmp/a.sock http://10.0.0.7:81", "http://10.0.0.7:81", 81)]
    public void The_address_that_others_can_best_use_is_chosen(string bound, string url, int port) =>
        Assert.Equal(new BoundAddress(port, url), Binding.Choose(bound.Split(' '), "web-1"));

    [Theory]
    [InlineData("")]
    [InlineData("http://unix:/tmp/a.sock")]
    [InlineData("http://127.0.0.1:0")]
    [InlineData("nonsense")]
    public void Without_a_port_there_is_none(string bound) =>
        Assert.Null(Binding.Choose(bound.Split(' ', StringSplitOptions.RemoveEmptyEntries), "web-1"));

    [Fact]
    public void An_IPv6_address_gets_its_brackets() =>
        Assert.Equal("http://[fd00::7]:80", Binding.Choose(["http://*:80"], "fd00::7")!.Url);
}
