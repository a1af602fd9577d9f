import { useSignal } from '@preact/signals';
import type { Service } from '../monitor/wire-types.ts';
import { CopyButton } from '../newcomer/copy-button.tsx';
import { usePage } from '../page/page-context.ts';
import { Choice } from '../parts/choice.tsx';
import { badgeLines } from './badge-lines.ts';
import { useBadge } from './use-badge.ts';

type Of = Pick<Service, 'serviceId' | 'serviceName'>;

/** The badge of a service and the lines that show it elsewhere, when somebody asks for them. */
export function BadgeFold({ service }: { service: Of }) {
  const isOpen = useSignal(false);
  return (
    <details class="badge-fold" onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
      <summary>Copy badge</summary>
      {isOpen.value && <Badge service={service} />}
    </details>
  );
}

function Badge({ service }: { service: Of }) {
  const { origin } = usePage();
  const shows = useSignal('status');
  const badge = useBadge(service.serviceId);
  if (badge === 'asking') return <p class="hint">Reading …</p>;
  if (badge === 'unclear')
    return <p>The monitor did not say whether this service has a badge. Open this again.</p>;
  if (badge === 'private')
    return (
      <p>
        The badge of this service is not public. <code>MONITOR_BADGES</code> names the services whose badges
        are: names or <code>environment/name</code>, as patterns such as <code>prod/shop-*</code>, with commas
        between them. Whoever has the address of a badge sees it without a key.
      </p>
    );
  const { path, markdown, html } = badgeLines(service, shows.value, origin);
  return (
    <>
      <Choice
        id="badge-shows"
        label="What it shows"
        value={shows.value}
        choices={[
          { value: 'status', text: 'The status' },
          { value: 'uptime', text: 'The uptime of 30 days' },
        ]}
        choose={(value) => (shows.value = value)}
      />
      <p>
        <img src={path} alt="The badge as it is now" />
      </p>
      <Line name="Markdown" text={markdown} />
      <Line name="HTML" text={html} />
    </>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <section class="badge-line">
      <h3>{name}</h3>
      {/* Longer than a phone is wide: it scrolls, also by the keyboard. */}
      <pre tabIndex={0} role="region" aria-label={`${name} of the badge`}>
        {text}
      </pre>
      <p class="snippet-acts">
        <CopyButton text={text} what={name} />
      </p>
    </section>
  );
}
