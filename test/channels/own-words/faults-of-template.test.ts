import { describe, expect, test } from 'vitest';
import { faultsOfTemplate } from '../../../src/channels/own-words/faults-of-template.ts';
import { channelConfigSchema } from '../../../src/channels/registry.ts';

describe('a template', () => {
  test.each([
    '{{ service }} in {{ environment }}: {{ kind }}',
    '{{ labels.team | default: "nobody" | upcase }} {{ labels["a/b"] }} {{ labels.none }}',
    '{% if outage %}after {{ outage }}{% else %}since {{ startedAt | date: "%H:%M", "Europe/Berlin" }}{% endif %}',
    '{% for fact in facts %}{{ forloop.index }}. {{ fact.name }}: {{ fact.value }}\n{% endfor %}x',
    '{{ instances.down }} of {{ instances.total }}, {{ down | map: "instance" | join: ", " }}',
    '{% assign who = acknowledgedBy | default: "nobody" %}{{ who }}',
    '{% case kind %}{% when "down" %}A{% when "resolved" %}B{% else %}C{% endcase %}',
    '{{ facts.size }} {{ facts.first.name }}',
  ])('is taken: %s', (text) => {
    expect(faultsOfTemplate('text', text)).toEqual([]);
  });

  test.each([
    [
      'a\n{{ servce }}',
      'line 2: there is no value "servce": did you mean "service"?; there are channel, kind',
    ],
    ['{{ startedat }}', 'line 1: there is no value "startedat": did you mean "startedAt"?'],
    ['{% if xyzzy %}a{% endif %}b', 'line 1: there is no value "xyzzy"; there are channel'],
    ['{{ instances.dwn }}', '"instances" has no "dwn": did you mean "down"?; it has healthy, degraded'],
    [
      '{{ service.constructor }}',
      'fails for a message of the kind down: undefined variable: service.constructor',
    ],
    [
      '{% for f in facts %}{{ f.nam }}{% endfor %}',
      'fails for a message of the kind down: undefined variable',
    ],
    ['a\n\n{{ service | upcse }}', 'line 3: undefined filter: upcse: did you mean "upcase"?'],
    ['{% if service %}', 'line 1: tag {% if service %} not closed'],
    ['{{ service', 'line 1: output "{{ service" not closed'],
    ['{% include "/etc/passwd" %}', 'line 1: tag "include" not found'],
    ["{% render 'x' %}", 'line 1: tag "render" not found'],
    ["{% layout 'x' %}", 'line 1: tag "layout" not found'],
    [
      '{% for i in (1..100000000) %}x{% endfor %}',
      'fails for a message of the kind down: memory alloc limit',
    ],
    [
      '{% for i in (1..999) %}{% for j in (1..999) %}{{ j }}{% endfor %}{% endfor %}x',
      'fails for a message of the kind down: the template has too many rounds of its loops',
    ],
    [
      '{% assign s = "xxxxxxxxxx" %}{% for i in (1..30) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
      'memory alloc limit exceeded',
    ],
    ['{% if kind == "resolved" %}over{% endif %}', 'fails for a message of the kind down: the text is empty'],
  ])('is refused, and where and why is said: %s', (text, fault) => {
    expect(faultsOfTemplate('text', text).join()).toContain(fault);
  });

  test('is refused as a field of a channel, with its name', () => {
    const channel = { id: 'chat', type: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' };
    expect(channelConfigSchema.safeParse({ ...channel, subject: '{{ subject }}' }).success).toBe(true);
    const { error } = channelConfigSchema.safeParse({ ...channel, subject: '{{ sbject }}' });
    expect(error?.issues).toMatchObject([
      { path: ['subject'], message: expect.stringContaining('did you mean "subject"?') },
    ]);
  });

  test.each(['webhook', 'alertmanager', 'command'])(
    'is no field of %s, which is for programs',
    async (type) => {
      const { about } = (await import(`../../../src/channels/${type}/about.ts`)) as {
        about: { example: Record<string, unknown> };
      };
      const { error } = channelConfigSchema.safeParse({ ...about.example, subject: '{{ subject }}' });
      expect(JSON.stringify(error?.issues)).toContain('subject');
    },
  );
});
