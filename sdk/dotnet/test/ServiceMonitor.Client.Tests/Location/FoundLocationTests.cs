using System.Text.RegularExpressions;
using ServiceMonitor.Client.Location;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.Location;

public sealed class FoundLocationTests : IDisposable
{
    private const string LongId = "abababababababababababababababababababababababababababababababab";

    private readonly DirectoryInfo root = Directory.CreateTempSubdirectory();

    public void Dispose() => root.Delete(recursive: true);

    [Theory]
    [InlineData("", "host=web-1")]
    [InlineData(
        "KUBERNETES_SERVICE_HOST=10.0.0.1 HOSTNAME=cart-5d4f8c7b9d-x2x4q NODE_NAME=node-7 POD_NAMESPACE=shop KUBERNETES_ZONE=eu-1a",
        "deployment=shop/cart host=node-7 node=node-7 zone=eu-1a")]
    [InlineData("KUBERNETES_SERVICE_HOST=10.0.0.1 HOSTNAME=cart-5d4f8c7b9d-x2x4q", "deployment=cart")]
    [InlineData("KUBERNETES_SERVICE_HOST=10.0.0.1 HOSTNAME=web-server-node", "")]
    [InlineData("FLY_APP_NAME=shop FLY_MACHINE_ID=148e FLY_REGION=ams", "deployment=shop host=148e region=ams")]
    [InlineData("K_SERVICE=shop K_REVISION=shop-00042", "deployment=shop-00042")]
    [InlineData("WEBSITE_SITE_NAME=shop WEBSITE_INSTANCE_ID=i7 REGION_NAME=westeurope", "deployment=shop host=i7 region=westeurope")]
    [InlineData("CONTAINER_APP_NAME=shop CONTAINER_APP_REVISION=shop--2", "deployment=shop--2")]
    [InlineData("RENDER=true RENDER_SERVICE_NAME=shop", "deployment=shop")]
    [InlineData("RAILWAY_ENVIRONMENT_ID=e RAILWAY_SERVICE_NAME=shop RAILWAY_REPLICA_REGION=eu", "deployment=shop region=eu")]
    [InlineData("DYNO=web.1 HEROKU_APP_NAME=shop", "deployment=shop")]
    [InlineData("AWS_LAMBDA_FUNCTION_NAME=f AWS_REGION=eu-west-1", "region=eu-west-1")]
    [InlineData("NOMAD_ALLOC_ID=a NOMAD_JOB_NAME=shop NOMAD_DC=dc1 NOMAD_REGION=eu", "deployment=shop region=eu zone=dc1")]
    [InlineData(
        "OTEL_RESOURCE_ATTRIBUTES=host.name=h%2D7,k8s.node.name=n7,cloud.availability_zone=a,=x,nothing,k8s.cluster.name=c",
        "cluster=c host=h-7 node=n7 zone=a")]
    [InlineData("SERVICE_MONITOR_NODE=n1 NODE_NAME=n2 SERVICE_MONITOR_HOST=h1", "host=h1 node=n1")]
    public void It_is_found_by_what_is_there(string environment, string expected) => Assert.Equal(expected, Find(environment));

    [Fact]
    public void The_namespace_is_that_of_the_service_account()
    {
        Write("var/run/secrets/kubernetes.io/serviceaccount/namespace", "shop\n");

        Assert.Equal("deployment=shop/db", Find("KUBERNETES_SERVICE_HOST=10.0.0.1 HOSTNAME=db-0"));
    }

    [Theory]
    [InlineData("12:pids:/docker/" + LongId, "")]
    [InlineData("0::/kubepods.slice/pod7.slice/cri-containerd-" + LongId + ".scope", "")]
    [InlineData("0::/", "1 2 0:1 /var/lib/docker/containers/" + LongId + "/hostname /etc/hostname rw")]
    public void The_name_of_a_container_is_no_host_and_its_id_is_found(string groups, string mounts)
    {
        Write("proc/self/cgroup", groups + "\n");
        Write("proc/self/mountinfo", mounts + "\n");

        Assert.Equal("container_id=abababababab", Find(string.Empty));
    }

    [Theory]
    [InlineData(".dockerenv")]
    [InlineData("run/.containerenv")]
    public void The_name_of_a_container_that_hides_its_id_is_no_host_either(string file)
    {
        Write(file, string.Empty);

        Assert.Equal(string.Empty, Find(string.Empty));
    }

    [Fact]
    public void What_is_too_long_for_a_name_is_nothing() =>
        Assert.Equal("host=web-1 zone=a", Find($"SERVICE_MONITOR_ZONE={new string('z', 254)} KUBERNETES_ZONE=a"));

    [Fact]
    public void The_README_names_every_variable_and_attribute()
    {
        var lines = File.ReadAllLines(Path.Combine(Repository.Sdk, "README.md"));
        Assert.All(LocationVariables.Parts, part =>
        {
            var row = Assert.Single(lines, line => line.StartsWith($"| {part.Name} |", StringComparison.Ordinal));
            var names = Regex.Matches(row, "`([A-Z0-9_]+|[a-z0-9]+\\.[a-z_.]+)`").Select(match => match.Groups[1].Value);
            Assert.Equal(part.Variables.Concat(part.Attributes), names);
        });
    }

    private string Find(string environment)
    {
        var variables = environment.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(pair => pair.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
        var found = FoundLocation.Find(name => variables.GetValueOrDefault(name), root.FullName, "web-1");
        return string.Join(' ', found.OrderBy(part => part.Key, StringComparer.Ordinal).Select(part => $"{part.Key}={part.Value}"));
    }

    private void Write(string path, string text)
    {
        var full = Path.Combine(root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }
}
