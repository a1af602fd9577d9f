import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The title of a page. One that takes the place of another, as when a reading has come, takes the focus too. */
export function Title({ look, children }: { look?: string; children: ComponentChildren }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={title} tabIndex={-1} class={look}>
      {children}
    </h1>
  );
}
