import type { ComponentChildren } from 'preact';

export interface Fact {
  name: string;
  value: ComponentChildren;
}

/** Names and values. `look`: a class beside its own. */
export function FactList({ facts, look = '' }: { facts: readonly Fact[]; look?: string }) {
  return (
    <dl class={`facts ${look}`}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
