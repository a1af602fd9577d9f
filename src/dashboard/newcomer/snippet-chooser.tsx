import { useSignal } from '@preact/signals';
import { usePage } from '../page/page-context.ts';
import { CopyButton } from './copy-button.tsx';
import { snippets } from './snippets.ts';

/** What stands for the key: a page may be looked at over a shoulder. What is copied holds the key. */
const hiddenKey = 'smk_••••••••';

/** Who signed in has no key, and has to make one for the service. */
const missingKey = 'YOUR_API_KEY';

/** Lines to copy, for the way that somebody chooses. */
export function SnippetChooser() {
  const { origin, key } = usePage();
  const chosen = useSignal(0);
  const isKeyShown = useSignal(false);
  const real = snippets({ origin, key: key.value ?? missingKey });
  const shown = isKeyShown.value ? real : snippets({ origin, key: hiddenKey });
  const snippet = shown[chosen.value];
  if (snippet === undefined) return null;
  return (
    <section class="card">
      <div class="ways" role="group" aria-label="How the heartbeats are sent">
        {shown.map(({ name }, i) => (
          <button
            key={name}
            type="button"
            class="way"
            aria-pressed={i === chosen.value}
            onClick={() => (chosen.value = i)}
          >
            {name}
          </button>
        ))}
      </div>
      <p>{snippet.where}</p>
      {/* The lines may be wider than the page, and must scroll without a mouse. */}
      <pre tabIndex={0} aria-label="Lines to copy" role="region">
        {snippet.text}
      </pre>
      <p class="snippet-acts">
        <CopyButton text={real[chosen.value]?.text ?? ''} instead="show the key, and select the lines" />
        <button type="button" class="quiet" onClick={() => (isKeyShown.value = !isKeyShown.value)}>
          {isKeyShown.value ? 'Hide the key' : 'Show the key'}
        </button>
      </p>
      <p class="hint">
        The lines hold the key of this tab, which must have the scope “ingest”. To create one for services
        alone: <code>npm start -- keys create --scopes ingest</code>. The packages are in no registry yet:
        their README says how to make them. All requests are in the <a href="/docs">API docs</a>.
      </p>
    </section>
  );
}
