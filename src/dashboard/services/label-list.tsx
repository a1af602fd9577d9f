/** The labels of a service, each as it is written in the search field and in a filter of the API: `team:shop`. */
export function LabelList({ labels }: { labels: Record<string, string> }) {
  return (
    <span class="labels">
      {Object.entries(labels).map(([name, value]) => (
        <bdi key={name} class="label-of-service">
          {`${name}:${value}`}
        </bdi>
      ))}
    </span>
  );
}
