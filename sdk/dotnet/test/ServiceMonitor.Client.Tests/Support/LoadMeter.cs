using System.Net.Sockets;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>Sends requests over one connection of its own that allocates next to nothing itself.</summary>
internal static class LoadMeter
{
    private static readonly byte[] Request = Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

    internal static async Task<double> BytesPerRequestAsync(StandInMonitor monitor, bool tracked, int requests)
    {
        await using var app = await MonitoredApp.StartAsync(
            monitor.Url,
            options => options.EnableRequestTracking = tracked,
            build: builder => builder.Logging.ClearProviders(),
            pipeline: added =>
            {
                added.UseMonitorTracking();
                added.Run(static _ => Task.CompletedTask);
            });
        await monitor.BeatAsync();
        using var client = new TcpClient();
        await client.ConnectAsync(app.Url.Host, app.Url.Port);
        return await Task.Run(() =>
        {
            Send(client.Client, 1_000);
            // The quietest of five runs: what happens to run beside it only ever adds.
            return Enumerable.Range(0, 5).Min(_ => Measure(client.Client, requests));
        });
    }

    private static double Measure(Socket socket, int requests)
    {
        var before = GC.GetTotalAllocatedBytes(precise: true);
        Send(socket, requests);
        return (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)requests;
    }

    private static void Send(Socket socket, int requests)
    {
        Span<byte> answer = stackalloc byte[1_024];
        for (var sent = 0; sent < requests; sent++)
        {
            socket.Send(Request);
            var length = 0;
            do length += socket.Receive(answer[length..]);
            while (!answer[..length].EndsWith("\r\n\r\n"u8));
        }
    }
}
