import type { ComposeStack } from './compose-stack.ts';

interface Target {
  labels: Record<string, string>;
  health: string;
}

/** The stack's Prometheus, asked from inside because it is not published. */
export function prometheusInside(stack: ComposeStack) {
  const ask = async <T>(path: string): Promise<T> =>
    ((await stack.fetchInside(`http://prometheus:9090/api/v1/${path}`)) as { data: T }).data;
  return {
    async targets(): Promise<Target[]> {
      return (await ask<{ activeTargets: Target[] }>('targets?state=active')).activeTargets;
    },
    /** Names of the alerts that are loaded, and whether each could be evaluated. */
    async alerts(): Promise<{ name: string; health: string; state: string }[]> {
      const { groups } = await ask<{
        groups: { rules: { name: string; health: string; state: string }[] }[];
      }>('rules?type=alert');
      return groups.flatMap((group) => group.rules);
    },
    /** The value of an expression that has one; null: it has none yet. */
    async value(expression: string): Promise<number | null> {
      const { result } = await ask<{ result: { value: [number, string] }[] }>(
        `query?query=${encodeURIComponent(expression)}`,
      );
      const [first] = result;
      return first === undefined ? null : Number(first.value[1]);
    },
  };
}
