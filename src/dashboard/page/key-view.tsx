import { useLayoutEffect, useRef } from 'preact/hooks';
import { signIn as signingIn } from '../monitor/sign-in.ts';
import { BrandIcon, StatusIcon } from '../parts/status-icon.tsx';
import { usePage } from './page-context.ts';

/** Asks for the API key, or leads to the sign-in. The address stays as it is, so a link from a message leads on to its incident. */
export function KeyView() {
  const { keyRefusal, signIn, route, actions } = usePage();
  const field = useRef<HTMLInputElement>(null);
  const isSignIn = signIn.value !== null;
  useLayoutEffect(() => {
    // Who can sign in will hardly type a key.
    if (!isSignIn) field.current?.focus();
  }, []);
  return (
    <main id="main" class="narrow">
      <h1 class="brand">
        <BrandIcon />
        Service Monitor
      </h1>
      {route.value.page === 'incident' && (
        <p>{isSignIn ? 'Sign in' : 'Enter the API key'} to open the incident.</p>
      )}
      {isSignIn && <Refusal />}
      <SignInLink />
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          actions.useKey(field.current?.value.trim() ?? '');
        }}
      >
        <label for="key">API key with the scope “read”</label>
        <div class="key-row">
          <input
            ref={field}
            id="key"
            type="password"
            name="key"
            required
            autocomplete="current-password"
            autocapitalize="off"
            spellcheck={false}
            placeholder="smk_…"
            aria-describedby="key-hint"
            aria-invalid={keyRefusal.value === null ? undefined : 'true'}
          />
          <button type="submit" class={isSignIn ? '' : 'main'}>
            Open
          </button>
        </div>
        {!isSignIn && <Refusal />}
        <p id="key-hint" class="hint">
          The key stays in this tab until you close the tab or forget the key. To create one:{' '}
          <code>npm start -- keys create</code>
        </p>
      </form>
    </main>
  );
}

/** Why the page asks again. */
function Refusal() {
  const { keyRefusal } = usePage();
  return (
    <div role="alert">
      {keyRefusal.value !== null && (
        <p class="refusal">
          <StatusIcon status="Down" />
          {keyRefusal}
        </p>
      )}
    </div>
  );
}

/** The way to the provider, which leads back to this page. */
function SignInLink() {
  const { signIn } = usePage();
  if (signIn.value === null) return null;
  const { name, url } = signIn.value;
  return (
    <div class="sign-in">
      <a class="sign-in-link" href={url} onClick={() => signingIn.leave()}>
        Sign in with <bdi>{name}</bdi>
      </a>
      <p class="or">or</p>
    </div>
  );
}
