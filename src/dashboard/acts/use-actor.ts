import { usePage } from '../page/page-context.ts';

/** Under which name somebody acts; `canChange`: it is what they said, not who they signed in as. */
export function useActor(): { name: string; canChange: boolean } {
  const { actor, caller } = usePage();
  const { value } = caller;
  return value !== null && value.keyId === null
    ? { name: value.name, canChange: false }
    : { name: actor.value, canChange: true };
}
