// The smallest application that is monitored. Address and key come from SERVICE_MONITOR_URL and SERVICE_MONITOR_API_KEY.
var builder = WebApplication.CreateBuilder(args);
builder.Services.AddMonitor(options => options.Metadata["sample"] = "yes");

var app = builder.Build();
app.UseMonitorTracking();

app.MapGet("/", () => "Hello");
// Stays open until the caller leaves: that is how the tests see active connections.
app.MapGet("/wait", (CancellationToken left) => Task.Delay(Timeout.Infinite, left));
app.MapGet("/fail", () => { throw new InvalidOperationException("on purpose"); });

app.Run();
