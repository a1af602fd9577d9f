import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Title } from './title.tsx';

/** A monitor that takes longer is as good as away. */
const timeoutMs = 8_000;

/** Before a screen on a wall, which nobody touches, tries again by itself. */
const restMs = 30_000;

/** In place of a view whose code did not come. What was read before is not lost: the key and the address stay. */
export function NotLoaded() {
  const isTrying = useSignal(false);
  const isAway = useSignal(false);

  async function tryAgain(): Promise<void> {
    if (isTrying.value) return;
    isTrying.value = true;
    isAway.value = false;
    // Browsers keep that a script did not come, and after an update it has another name. So the page itself is loaded
    // anew, if it can be: one that cannot would be gone.
    if (await isServed()) return location.reload();
    isTrying.value = false;
    isAway.value = true;
  }

  useEffect(() => {
    const timer = setInterval(() => void tryAgain(), restMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <>
      <Title>This part of the page could not be loaded</Title>
      <p>The connection was cut, or the monitor was updated since this page was opened.</p>
      <p>
        <button type="button" class="main" aria-disabled={isTrying} onClick={() => void tryAgain()}>
          {isTrying.value ? 'Trying …' : 'Try again'}
        </button>
      </p>
      <p role="status">{isAway.value && 'The monitor still does not answer.'}</p>
    </>
  );
}

/** Whether the monitor, and not the sign-in page of a network, answers with this page. */
async function isServed(): Promise<boolean> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok && (await answer.text()).includes('/dashboard/main-');
  } catch {
    return false;
  }
}
