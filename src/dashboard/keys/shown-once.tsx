import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../newcomer/copy-button.tsx';

/** A new key, the only time that anybody sees it. */
export function ShownOnce({ text, forget }: { text: string; forget(): void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <section class="shown-once">
      <h2 ref={title} tabIndex={-1}>
        Copy the key now: it is not shown again
      </h2>
      {/* Reached by the keyboard too: it scrolls on a phone. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div class="act-buttons">
        <CopyButton text={text} />
        <button type="button" onClick={forget}>
          I have it
        </button>
      </div>
    </section>
  );
}
