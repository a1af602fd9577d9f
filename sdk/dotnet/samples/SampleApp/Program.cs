// The smallest application that is monitored. Address and key come from SERVICE_MONITOR_URL and SERVICE_MONITOR_API_KEY.
using Microsoft.Extensions.Diagnostics.HealthChecks;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddMonitor(options => options.Metadata["sample"] = "yes");
var worker = new TaskCompletionSource();
var stock = HealthCheckResult.Healthy();
builder.Services.AddHealthChecks().AddCheck("stock", () => stock);
builder.Services.AddHostedService(_ => new Worker(worker.Task));

var app = builder.Build();
app.UseMonitorTracking();

app.MapGet("/", () => "Hello");
// Stays open until the caller leaves: that is how the tests see active connections.
app.MapGet("/wait", (CancellationToken left) => Task.Delay(Timeout.Infinite, left));
app.MapGet("/fail", () => { throw new InvalidOperationException("on purpose"); });
app.MapGet("/sell-out", () => { stock = HealthCheckResult.Unhealthy("nothing left"); });
// Ends the background service by an exception, and with it the application.
app.MapGet("/crash", () => worker.TrySetException(new InvalidOperationException("on purpose")));
// Ends the process by an exception that nobody handles.
app.MapGet("/throw", (HttpResponse response) => response.OnCompleted(() =>
{
    new Thread(() => throw new InvalidOperationException("on purpose")).Start();
    return Task.CompletedTask;
}));
app.MapGet("/exit/{code}", (int code) =>
{
    Environment.ExitCode = code;
    app.Lifetime.StopApplication();
});

app.Run();

internal sealed class Worker(Task work) : BackgroundService
{
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => work.WaitAsync(stoppingToken);
}
