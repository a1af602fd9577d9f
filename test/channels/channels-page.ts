import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { ChannelAbout } from '../../src/channels/channel-about.ts';
import type { AnswerTable } from '../../src/channels/outbound/answer-table.ts';
import { templateValues } from '../../src/channels/own-words/template-values.ts';
import { channelSchemaOf, channelTypes } from '../../src/channels/registry.ts';

/** Writes the part of docs/channels.md that is made from the folders of the channels: `npx node test/channels/channels-page.ts`. */
export const channelsPage = fileURLToPath(new URL('../../docs/channels.md', import.meta.url));

export const marker = '<!-- From here on the page is made by test/channels/channels-page.ts. -->';

type ChannelType = (typeof channelTypes)[number];

interface Field {
  description?: string;
  secret?: boolean;
  default?: unknown;
  const?: unknown;
  enum?: string[];
  type?: string;
  properties?: Record<string, Field>;
  required?: string[];
}

/** Everything about each channel: what it is, its fields, an example and what its answers mean. */
export async function channelSections(): Promise<string> {
  const all = await Promise.all(channelTypes.map(async (type) => ({ type, about: await aboutOf(type) })));
  const sections = await Promise.all(all.map(({ type, about }) => section(type, about)));
  const list = all.map(({ type, about }) => `| [${about.title}](#${type}) | \`${type}\` | ${proof(about)} |`);
  return [
    '| channel | `type` | built from | not tried against the real service |\n|---|---|---|---|',
    `${list.join('\n')}\n`,
    ...sections,
    valuesTable(),
  ].join('\n');
}

/** What a template may use. */
function valuesTable(): string {
  const rows = Object.entries(templateValues.shape).map(
    ([name, { description }]) => `| \`${name}\` | ${description} |`,
  );
  return [
    '<a id="values"></a>\n\n## Values of templates\n',
    '| value | what it is |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** An example as it is after `${NAME}` was taken from the environment. */
export function filledIn(example: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(example).replace(/\$\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'TELEGRAM_BOT_TOKEN') return '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';
    if (name === 'PAGERDUTY_KEY') return 'e93facc04764012d7bfb002500d5d1a6';
    if (name === 'WEBHOOK_SECRET') return `whsec_${'c2VjcmV0'.repeat(4)}`;
    return name.endsWith('_URL') ? 'https://example.com/x' : 'abcdef0123456789abcdef01234567';
  });
  return JSON.parse(text) as Record<string, unknown>;
}

async function section(type: ChannelType, about: ChannelAbout): Promise<string> {
  const example = stringify({ channels: [about.example] }, { lineWidth: 0 });
  return [
    `<a id="${type}"></a>\n\n## ${about.title}\n`,
    `${about.summary}\n`,
    `\`\`\`yaml\n${example}\`\`\`\n`,
    fieldTable(type),
    await answerTable(type),
  ].join('\n');
}

function proof({ documents, untried }: ChannelAbout): string {
  const built = documents.map(({ name, url, date }) => `[${name}](${url}), ${date}`);
  return `${built.join('; ')} | ${untried}`;
}

/** The fields of a kind that not every channel has, and whether they must be there. */
export function fieldsOf(type: ChannelType): [string, Field & { isRequired: boolean }][] {
  const { properties = {}, required = [] } = z.toJSONSchema(channelSchemaOf(type), {
    ...{ io: 'input', unrepresentable: 'any' },
  }) as { properties?: Record<string, Field>; required?: string[] };
  const common = ['id', 'type', 'events', 'limit', 'subject', 'text'];
  return Object.entries(properties)
    .filter(([name]) => !common.includes(name))
    .flatMap(([name, field]) => [
      [name, { ...field, isRequired: required.includes(name) }] as const,
      ...fieldsWithin(name, field),
    ]) as [string, Field & { isRequired: boolean }][];
}

/** The fields of a field, such as `dkim.domain`. */
function fieldsWithin(name: string, { properties = {}, required = [] }: Field) {
  return Object.entries(properties).map(
    ([inner, field]) => [`${name}.${inner}`, { ...field, isRequired: required.includes(inner) }] as const,
  );
}

function fieldTable(type: ChannelType): string {
  const rows = fieldsOf(type).map(([name, field]) => {
    const needed = field.isRequired ? 'yes' : (shown(field.default) ?? 'no');
    const choice =
      field.enum === undefined ? '' : ` One of ${field.enum.map((one) => `\`${one}\``).join(', ')}.`;
    const secret = field.secret ? ' **Secret.**' : '';
    return `| \`${name}\` | ${needed} | ${field.description ?? ''}${choice}${secret} |`;
  });
  return ['| field | needed | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}

function shown(value: unknown): string | null {
  return value === undefined ? null : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

async function answerTable(type: ChannelType): Promise<string> {
  const url = new URL(`../../src/channels/${type}/answers.ts`, import.meta.url);
  if (!existsSync(url)) return '';
  const { answers } = (await import(url.href)) as { answers: AnswerTable };
  const meanings = { sent: 'sent', refused: 'refused for good', 'try-again': 'tried again' };
  const rows = answers.rows.map(({ status, code, means, because }) => {
    const named = code === undefined ? '' : `, \`${code}\``;
    return `| ${status}${named} | ${meanings[means]} | ${because ?? ''} |`;
  });
  return rows.length === 0
    ? ''
    : ['| answer | the message is | because |', '|---|---|---|', ...rows, ''].join('\n');
}

async function aboutOf(type: ChannelType): Promise<ChannelAbout> {
  const url = new URL(`../../src/channels/${type}/about.ts`, import.meta.url);
  return ((await import(url.href)) as { about: ChannelAbout }).about;
}

if (import.meta.main) {
  const [head = ''] = readFileSync(channelsPage, 'utf8').split(marker);
  writeFileSync(channelsPage, `${head}${marker}\n\n${await channelSections()}`);
}
