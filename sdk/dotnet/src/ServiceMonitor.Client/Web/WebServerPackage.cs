using System.Diagnostics.CodeAnalysis;
using Microsoft.Extensions.DependencyInjection;

namespace ServiceMonitor.Client.Web;

/// <summary>
/// Finds ServiceMonitor.Client.AspNetCore where an application has it. This package must not refer to it, or a worker
/// would need the web framework; and a web application has nothing to call but <c>AddMonitor</c>, as everybody else.
/// </summary>
internal static class WebServerPackage
{
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The name is a literal: a trimmer that finds the type keeps it with its constructor.")]
    internal static void Add(IServiceCollection services)
    {
        var found = Type.GetType("ServiceMonitor.Client.AspNetCore.AspNetCoreServer, ServiceMonitor.Client.AspNetCore");
        services.AddSingleton(typeof(IWebServer), found ?? typeof(NoWebServer));
    }
}
