interface ChoiceProps {
  id: string;
  label: string;
  choices: readonly { value: string; text: string }[];
  value: string;
  choose(value: string): void;
}

/** One of several, to be chosen. What was chosen stays there to be seen, also when nothing has it any more. */
export function Choice({ id, label, choices, value, choose }: ChoiceProps) {
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <>
      <label class="unseen" for={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
        {!isKnown && <option value={value}>{value.replace(/^label:/, '')}</option>}
      </select>
    </>
  );
}
