using Microsoft.AspNetCore.Http;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>Answers that are none: what a monitor in trouble sends, or something between it and the application.</summary>
internal static class Fault
{
    internal static IEnumerable<string> Names => ["500", "503", "429", "redirect", "html", "truncated", "empty", "null", "reset", "huge"];

    internal static RequestDelegate Named(string name) => name switch
    {
        "redirect" => Redirect,
        "reset" => Reset,
        "html" => Reply.Json("<html>Sign in to the hotel's network</html>"),
        "truncated" => Reply.Json("""{"status":"o"""),
        "empty" => Reply.Json(string.Empty),
        "null" => Reply.Json("null"),
        "huge" => Reply.Json($"{{\"status\":\"{new string('x', 200_000)}\"}}"),
        _ => Reply.Status(int.Parse(name, System.Globalization.CultureInfo.InvariantCulture)),
    };

    private static Task Redirect(HttpContext context)
    {
        context.Response.Redirect("http://127.0.0.1:1/elsewhere");
        return Task.CompletedTask;
    }

    private static Task Reset(HttpContext context)
    {
        context.Abort();
        return Task.CompletedTask;
    }
}
