using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using ServiceMonitor.Client.Configuration;

namespace ServiceMonitor.Client.Transport;

/// <summary>
/// The key that requests carry. Once it was refused it is doubted, and read again before the next request, so a key
/// that is rotated in its file or in the configuration needs no restart.
/// </summary>
internal sealed class ApiKey(IServiceProvider services, MonitorConfiguration configuration)
{
    private readonly object gate = new();
    private string? text = configuration.Options.ApiKey;
    private bool isDoubted;

    internal string? Text
    {
        get
        {
            lock (gate)
            {
                if (isDoubted) Renew();
                return text;
            }
        }
    }

    internal void Heard(Verdict verdict)
    {
        lock (gate) isDoubted = verdict is Verdict.Refused;
    }

    /// <summary>The configuration has another one, or has the same anew.</summary>
    internal void Use(string? configured)
    {
        lock (gate) (text, isDoubted) = (configured, false);
    }

    /// <summary>Reads it again; returns whether it is another one now. One that cannot be read leaves the old one.</summary>
    internal bool Renew()
    {
        lock (gate)
        {
            var old = text;
            text = Read() ?? old;
            return text != old;
        }
    }

    private string? Read()
    {
        try
        {
            var key = services.GetRequiredService<IOptionsFactory<ServiceMonitorOptions>>().Create(Options.DefaultName).ApiKey;
            return OptionsValidator.IsKey(key) ? key : null;
        }
        catch (Exception)
        {
            // The host's own configure delegate, or a provider of its configuration: the old key is all there is.
            return null;
        }
    }
}
