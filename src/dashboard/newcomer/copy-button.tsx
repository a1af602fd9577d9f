import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** How long it says that it is done. */
const saidMs = 3_000;

/** Copies a text, and says so. */
export function CopyButton({ text }: { text: string }) {
  const said = useSignal('');
  useEffect(() => {
    if (said.value === '') return undefined;
    const timer = window.setTimeout(() => (said.value = ''), saidMs);
    return () => window.clearTimeout(timer);
  }, [said.value]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      said.value = 'Copied';
    } catch {
      // Only a page over HTTPS, or of this machine, may do it.
      said.value = 'This browser does not let the page copy: show the key, and select the lines';
    }
  }

  return (
    <>
      <button type="button" class="main" onClick={() => void copy()}>
        Copy
      </button>
      <span role="status" class="hint">
        {said}
      </span>
    </>
  );
}
