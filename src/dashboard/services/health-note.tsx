/** What something says of itself, beside what is heard of it; nothing when it says that it is well, or says nothing. */
export function HealthNote({ health }: { health: string | null }) {
  if (health === null || health === 'healthy') return null;
  return <span class="health tone-degraded">reports {health}</span>;
}
