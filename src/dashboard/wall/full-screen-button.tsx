import { useEffect, useState } from 'preact/hooks';

/** Fills the screen; Escape leads back, as everywhere. */
export function FullScreenButton() {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const change = () => setFull(document.fullscreenElement !== null);
    change();
    document.addEventListener('fullscreenchange', change);
    return () => document.removeEventListener('fullscreenchange', change);
  }, []);
  if (isFull) return null;
  return (
    <button
      type="button"
      class="quiet"
      // A browser may refuse it.
      onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
    >
      Full screen
    </button>
  );
}
