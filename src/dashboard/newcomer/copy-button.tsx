import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** How long it says that it is done. */
const saidMs = 3_000;

interface Props {
  text: string;
  /** Which text it is, for who listens, where there are several. */
  what?: string;
  /** What to do where the browser does not let it be copied. */
  instead?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, what, instead = 'select the lines' }: Props) {
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
      said.value = `This browser does not let the page copy: ${instead}`;
    }
  }

  return (
    <>
      <button type="button" class="main" onClick={() => void copy()}>
        Copy
        {what !== undefined && <span class="unseen"> {what}</span>}
      </button>
      <span role="status" class="hint">
        {said}
      </span>
    </>
  );
}
