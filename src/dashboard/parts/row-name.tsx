import type { ComponentChildren } from 'preact';

interface Props {
  serviceName: string;
  environment: string;
  /** What is to be known of it beside its status. */
  children?: ComponentChildren;
}

/** Which service a row is about. A long name is cut on the screen, not for who listens. */
export function RowName({ serviceName, environment, children }: Props) {
  return (
    <span class="name">
      <strong title={serviceName}>
        <bdi>{serviceName}</bdi>
      </strong>{' '}
      <span class="environment">
        <bdi>{environment}</bdi>
      </span>
      {children}
    </span>
  );
}
