using System.Text.Json.Nodes;
using ServiceMonitor.Client.Retry;
using ServiceMonitor.Client.Tests.Support;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Tests;

/// <summary>The table of what is said of trouble, which all SDKs share.</summary>
public sealed class TroubleVectorTests
{
    private static readonly JsonNode Vectors = Repository.Wire("trouble-vectors.json");

    [Fact]
    public void What_others_wrote_becomes_one_clean_line()
    {
        foreach (var row in Vectors["texts"]!.AsArray()) Assert.Equal((string)row!["said"]!, Excerpt.Of((string)row["sent"]!));
    }

    [Fact]
    public void What_others_wrote_is_cut_where_the_table_says()
    {
        var (character, times) = ((string)Vectors["longest"]!["character"]!, (int)Vectors["longest"]!["times"]!);
        Assert.Equal(Repeated(character, times), Excerpt.Of(Repeated(character, times)));
        Assert.Equal(Repeated(character, times - 1) + "…", Excerpt.Of(Repeated(character, times + 1)));
        Assert.Equal(new string('x', times), Excerpt.Of(new string('x', times) + " \r\n"));
    }

    [Fact]
    public void Each_kind_of_trouble_is_told_when_the_table_says()
    {
        foreach (var outage in Vectors["outages"]!.AsArray())
        {
            var troubles = new LoggedTroubles();
            foreach (var attempt in outage!["attempts"]!.AsArray())
            {
                if (attempt!["trouble"] is not null) troubles.End();
                else Assert.Equal((bool)attempt["said"]!, troubles.IsNews((int?)attempt["status"], TimeSpan.FromMilliseconds((double)attempt["atMs"]!)));
            }
        }
    }

    private static string Repeated(string text, int times) => string.Concat(Enumerable.Repeat(text, times));
}
