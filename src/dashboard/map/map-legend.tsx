/** What the colours and shapes of the cells mean, and how many there are of each. */
export function MapLegend({ counts }: { counts: Map<string, number> }) {
  return (
    <ul class="map-legend" aria-label="Instances by status">
      {[...counts]
        .filter(([, count]) => count > 0)
        .map(([status, count]) => (
          <li key={status} class={`tone-${status.toLowerCase()}`}>
            <span class={`fleet-cell fleet-cell-${status.toLowerCase()}`} aria-hidden="true" />
            {count} {status}
          </li>
        ))}
    </ul>
  );
}
