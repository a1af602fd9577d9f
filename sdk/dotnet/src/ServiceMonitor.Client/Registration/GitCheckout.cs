namespace ServiceMonitor.Client.Registration;

/// <summary>
/// Commit and branch of the checkout that a folder is in, read from git's own files: an application that is run where
/// it was built. Nothing where there is none, or where its files are not as expected.
/// </summary>
internal sealed record GitCheckout(string? Commit, string? Branch)
{
    private const string Reference = "ref: ";
    private const string Heads = "refs/heads/";

    internal static GitCheckout? Above(string folder)
    {
        try
        {
            for (var at = new DirectoryInfo(folder); at is not null; at = at.Parent)
            {
                if (GitFolder(Path.Combine(at.FullName, ".git")) is { } git) return Read(git);
            }
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or System.Security.SecurityException)
        {
            // Not for us to read.
        }

        return null;
    }

    /// <summary>A further work tree has a file in its place, which names the folder.</summary>
    private static string? GitFolder(string path)
    {
        if (Directory.Exists(path)) return path;
        const string Start = "gitdir: ";
        if (!File.Exists(path) || File.ReadAllText(path).Trim() is not { } text || !text.StartsWith(Start, StringComparison.Ordinal)) return null;
        return Path.GetFullPath(text[Start.Length..], Path.GetDirectoryName(path)!);
    }

    private static GitCheckout Read(string git)
    {
        var head = File.ReadAllText(Path.Combine(git, "HEAD")).Trim();
        if (!head.StartsWith(Reference, StringComparison.Ordinal)) return new(head, null);
        var name = head[Reference.Length..];
        return new(CommitOf(name, git), name.StartsWith(Heads, StringComparison.Ordinal) ? name[Heads.Length..] : null);
    }

    private static string? CommitOf(string name, string git)
    {
        var common = Path.Combine(git, "commondir");
        var root = File.Exists(common) ? Path.GetFullPath(File.ReadAllText(common).Trim(), git) : git;
        var file = Path.Combine(root, name);
        if (File.Exists(file)) return File.ReadAllText(file).Trim();
        var packed = Path.Combine(root, "packed-refs");
        var line = File.Exists(packed) ? File.ReadLines(packed).FirstOrDefault(text => text.EndsWith($" {name}", StringComparison.Ordinal)) : null;
        return line?.Split(' ')[0];
    }
}
