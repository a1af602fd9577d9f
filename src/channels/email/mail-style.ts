import type { Tone } from '../wording/tone.ts';

/** The colours of a mail, by its tone: of the line above it and its button, and of its subject on a dark ground. */
export const mailColours: Record<Tone, { light: string; dark: string }> = {
  bad: { light: '#b42318', dark: '#fda29b' },
  warning: { light: '#b54708', dark: '#fec84b' },
  watching: { light: '#175cd3', dark: '#84caff' },
  good: { light: '#067647', dark: '#75e0a7' },
  neutral: { light: '#475467', dark: '#cfd4dc' },
};

export const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * For clients that read style sheets: dark grounds and narrow screens. The others show the inline styles, which are
 * complete without it. `[data-ogsc]` is how Outlook on the web and its apps say that it is dark.
 */
export function styleSheet(tone: Tone): string {
  const { light, dark } = mailColours[tone];
  const rules = [
    ['body,.ground', 'background:#101418!important'],
    ['.sheet', `background:#1b2127!important;border-color:${light} #343c45 #343c45!important`],
    ['.tone', `color:${dark}!important`],
    ['.text', 'color:#e4e7ec!important'],
    ['.quiet', 'color:#a3adb9!important'],
    ['.line', 'border-color:#343c45!important'],
  ] as const;
  const forScheme = rules.map(([names, style]) => `${names}{${style}}`).join('');
  const forOutlook = rules
    .filter(([names]) => names !== 'body,.ground')
    .map(([name, style]) => `[data-ogsc] ${name}{${style}}`)
    .join('');
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media (prefers-color-scheme:dark){${forScheme}}`,
    forOutlook,
    '@media (max-width:480px){.ground{padding:0!important}.sheet{border-radius:0!important;border-left:0!important;border-right:0!important}.pad{padding-left:16px!important;padding-right:16px!important}.name,.value{display:block!important;width:auto!important}.name{padding-bottom:0!important}.value{padding-top:0!important;border-top:0!important}.button{display:block!important;margin:0 0 10px!important;text-align:center!important}}',
  ].join('\n');
}
