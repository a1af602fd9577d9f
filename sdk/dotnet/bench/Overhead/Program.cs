// What the SDK costs the application it is in; the figures of the README.
using Overhead;

Console.WriteLine(TrackedRequest.Measure());
Console.WriteLine(await Heartbeat.MeasureAsync());
