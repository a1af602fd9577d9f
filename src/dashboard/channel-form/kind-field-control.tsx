import { type FieldProps, FormField } from '../acts/form-field.tsx';
import type { KindField } from './kind-fields.ts';
import { pointerOf, removalOf } from './read-settings.ts';

interface Props {
  field: KindField;
  /** As it is now; undefined: it is not set, or secret. */
  value: unknown;
  /** A secret that is set is not shown: what is typed takes its place. */
  isKept: boolean;
  /** What is kept can be taken away by a box here. */
  isRemovable: boolean;
  fault: string | undefined;
}

/** Asks for one field of a kind. */
export function KindFieldControl({ field, value, isKept, isRemovable, fault }: Props) {
  const { label, hint, path, control, isRequired } = field;
  const name = pointerOf(path);
  if (control === 'switch')
    return (
      <label class="check">
        <input type="checkbox" name={name} value="on" defaultChecked={value === true} />
        <span>
          {label} <span class="hint">{hint}</span>
        </span>
      </label>
    );
  const needs = { name, required: isRequired && !isKept };
  return (
    <div>
      <FormField label={isRequired ? label : `${label} (optional)`} hint={hint} fault={fault}>
        {(props) => <Control field={field} value={value} isKept={isKept} props={{ ...props, ...needs }} />}
      </FormField>
      {isKept && isRemovable && (
        <label class="check">
          <input type="checkbox" name={removalOf(path)} /> <span>Remove what is kept</span>
        </label>
      )}
    </div>
  );
}

interface ControlProps extends Pick<Props, 'field' | 'value' | 'isKept'> {
  props: FieldProps & { name: string; required: boolean };
}

const plain = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

function Control({ field, value, isKept, props }: ControlProps) {
  const { control, isSecret, options, usual } = field;
  const placeholder = isKept ? 'kept; type to replace' : usual;
  const text = value === undefined ? '' : textOf(value);
  if (control === 'choice')
    return (
      <select {...props}>
        <option value="">{usual === '' ? 'As usual' : usual}</option>
        {options.map((option) => (
          <option key={option} value={option} selected={option === value}>
            {option}
          </option>
        ))}
      </select>
    );
  if (control === 'number')
    return <input {...props} type="number" step="any" placeholder={placeholder} defaultValue={text} />;
  const shown = { placeholder, defaultValue: text };
  // Else a browser fills in what it keeps for this site.
  if (control === 'text' && isSecret)
    return <input {...props} {...shown} type="password" autocomplete="new-password" />;
  if (control === 'text') return <input {...props} {...plain} {...shown} />;
  return <textarea {...props} {...plain} rows={3} {...shown} />;
}

/** A list is one value a line, and names with values are, too. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${each}`)
    .join('\n');
}
