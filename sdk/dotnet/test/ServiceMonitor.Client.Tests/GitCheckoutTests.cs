using ServiceMonitor.Client.Registration;

namespace ServiceMonitor.Client.Tests;

public sealed class GitCheckoutTests : IDisposable
{
    private const string Commit = "9fceb02d0ae598e95dc970b74767f19372d61af8";

    private readonly DirectoryInfo root = Directory.CreateTempSubdirectory("checkout-");

    public void Dispose() => root.Delete(recursive: true);

    [Fact]
    public void Commit_and_branch_are_those_of_the_folder_above_that_git_works_in()
    {
        Write(".git/HEAD", "ref: refs/heads/feature/a\n");
        Write(".git/refs/heads/feature/a", $"{Commit}\n");

        Assert.Equal(new(Commit, "feature/a"), GitCheckout.Above(root.CreateSubdirectory("bin/Debug").FullName));
    }

    [Fact]
    public void A_reference_may_be_packed()
    {
        Write(".git/HEAD", "ref: refs/heads/main\n");
        Write(".git/packed-refs", $"# pack-refs with: peeled\n0000000 refs/heads/domain\n{Commit} refs/heads/main\n");

        Assert.Equal(new(Commit, "main"), GitCheckout.Above(root.FullName));
    }

    [Fact]
    public void A_checkout_of_a_commit_has_no_branch()
    {
        Write(".git/HEAD", $"{Commit}\n");

        Assert.Equal(new(Commit, null), GitCheckout.Above(root.FullName));
    }

    [Fact]
    public void A_further_work_tree_has_its_own_head_and_the_common_references()
    {
        Write("tree/.git", "gitdir: ../main/.git/worktrees/tree\n");
        Write("main/.git/worktrees/tree/HEAD", "ref: refs/heads/tree\n");
        Write("main/.git/worktrees/tree/commondir", "../..\n");
        Write("main/.git/refs/heads/tree", Commit);

        Assert.Equal(new(Commit, "tree"), GitCheckout.Above(Path.Combine(root.FullName, "tree")));
    }

    [Theory]
    [InlineData(".git/config")]
    [InlineData(".git")]
    public void What_is_not_as_git_leaves_it_is_no_checkout(string file)
    {
        Write(file, "nonsense");

        Assert.Null(GitCheckout.Above(root.FullName)?.Commit);
    }

    [Fact]
    public void The_application_asks_it_last()
    {
        Write(".git/HEAD", "ref: refs/heads/main\n");
        Write(".git/refs/heads/main", Commit);

        var build = new BuildInfo(null, name => name == "CI_COMMIT_REF_NAME" ? "ci" : null, root.FullName);

        Assert.Equal((Commit, "ci"), (build.Commit, build.Branch));
    }

    private void Write(string path, string text)
    {
        var file = new FileInfo(Path.Combine(root.FullName, path));
        file.Directory!.Create();
        File.WriteAllText(file.FullName, text);
    }
}
