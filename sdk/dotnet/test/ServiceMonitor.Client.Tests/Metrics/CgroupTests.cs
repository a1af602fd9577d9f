using ServiceMonitor.Client.Metrics;

namespace ServiceMonitor.Client.Tests.Metrics;

public sealed class CgroupTests : IDisposable
{
    private readonly DirectoryInfo root = Directory.CreateTempSubdirectory();

    public void Dispose() => root.Delete(recursive: true);

    [Fact]
    public void Version_2_in_a_container()
    {
        Write("proc/self/cgroup", "0::/\n");
        Write("cgroup/memory.max", "536870912\n");
        Write("cgroup/cpu.max", "50000 100000\n");

        Assert.Equal((536_870_912, 0.5), (Group().MemoryLimit, Group().CpuLimit));
    }

    [Fact]
    public void Version_2_in_a_nested_group_has_the_tightest_limit_of_the_way_up()
    {
        Write("proc/self/cgroup", "0::/kubepods/pod1/c1\n");
        Write("cgroup/kubepods/pod1/c1/memory.max", "max\n");
        Write("cgroup/kubepods/pod1/memory.max", "1000\n");
        Write("cgroup/kubepods/memory.max", "2000\n");
        Write("cgroup/kubepods/pod1/c1/cpu.max", "max 100000\n");

        Assert.Equal((1_000, null), (Group().MemoryLimit, Group().CpuLimit));
    }

    [Fact]
    public void Version_1_in_a_container_that_sees_the_hosts_path()
    {
        Write("proc/self/cgroup", "5:cpu,cpuacct:/docker/abc\n4:memory:/docker/abc\n1:name=systemd:/docker/abc\n");
        Write("cgroup/memory/memory.limit_in_bytes", "268435456\n");
        Write("cgroup/cpu/cpu.cfs_quota_us", "150000\n");
        Write("cgroup/cpu/cpu.cfs_period_us", "100000\n");

        Assert.Equal((268_435_456, 1.5), (Group().MemoryLimit, Group().CpuLimit));
    }

    [Fact]
    public void Version_1_without_limits()
    {
        Write("proc/self/cgroup", "5:cpu,cpuacct:/\n4:memory:/\n");
        Write("proc/meminfo", "MemTotal:        2048 kB\nMemFree:          24 kB\n");
        Write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        Write("cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        Write("cgroup/cpu/cpu.cfs_period_us", "100000\n");

        Assert.Null(Group().CpuLimit);
        if (OperatingSystem.IsLinux()) Assert.Equal(2_048 * 1_024, MemoryLimit.Bytes(Group(), Path.Combine(root.FullName, "proc")));
    }

    [Fact]
    public void Without_control_groups_there_are_no_limits() => Assert.Equal((null, null), (Group().MemoryLimit, Group().CpuLimit));

    private Cgroup Group() => new(Path.Combine(root.FullName, "proc"), Path.Combine(root.FullName, "cgroup"));

    private void Write(string path, string text)
    {
        var full = Path.Combine(root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }
}
