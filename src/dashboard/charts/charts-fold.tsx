import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Charts that are read and drawn when somebody opens them. */
export function ChartsFold({ title, children }: { title: string; children: ComponentChildren }) {
  const [isOpen, open] = useState(false);
  return (
    <details class="charts-fold" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
