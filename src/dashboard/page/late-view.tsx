import { signal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { isStale } from './is-stale.ts';
import { NotLoaded } from './not-loaded.tsx';
import { usePage } from './page-context.ts';
import { Title } from './title.tsx';

/** A view whose code is no part of the first load. */
export interface LateView<Props extends object> {
  (props: Props): VNode;
  /** Loads it, once; whether that worked is shown by the view itself. */
  load(): Promise<void>;
}

type Loaded<Props> =
  | { kind: 'absent' | 'loading' | 'failed' }
  | { kind: 'loaded'; View: ComponentType<Props> };

/** Stands for a view until it is loaded, and says so if it cannot be: an empty page looks like one without news. */
export function lateView<Props extends object>(read: () => Promise<ComponentType<Props>>): LateView<Props> {
  const loaded = signal<Loaded<Props>>({ kind: 'absent' });

  async function load(): Promise<void> {
    if (loaded.value.kind !== 'absent') return;
    loaded.value = { kind: 'loading' };
    loaded.value = await read().then(
      (View) => ({ kind: 'loaded', View }),
      () => ({ kind: 'failed' }),
    );
  }

  function View(props: Props): VNode {
    const page = usePage();
    useEffect(() => void load(), []);
    if (loaded.value.kind === 'loaded') return <loaded.value.View {...props} />;
    if (loaded.value.kind === 'failed') return <NotLoaded />;
    return <Title>{isStale(page) ? 'No data could be read yet' : 'Reading …'}</Title>;
  }

  return Object.assign(View, { load });
}
