import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { MarkedText } from '../parts/marked-text.tsx';

/** What the control of a field has, so that who listens hears what belongs to it. */
export interface FieldProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

interface Props {
  label: string;
  hint?: string;
  /** What is wrong with what was sent; absent: nothing. */
  fault?: string | undefined;
  children(props: FieldProps): ComponentChildren;
}

/** A field of a form: what it is called, what it is for, and what the monitor does not take. */
export function FormField({ label, hint = '', fault, children }: Props) {
  const id = useId();
  const said = [fault !== undefined && `${id}-fault`, hint !== '' && `${id}-hint`].filter(Boolean);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': said.length === 0 ? undefined : said.join(' '),
        'aria-invalid': fault === undefined ? undefined : 'true',
      })}
      {fault !== undefined && (
        <p id={`${id}-fault`} class="fault">
          <bdi>{fault}</bdi>
        </p>
      )}
      {hint !== '' && (
        <p id={`${id}-hint`} class="hint">
          <MarkedText text={hint} />
        </p>
      )}
    </div>
  );
}
