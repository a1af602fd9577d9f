import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readDeployFile, readYaml } from './support/deploy-files.ts';

interface Alert {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity?: string };
  annotations: { summary?: string; runbook_url?: string };
}

const [rules] = readYaml(readDeployFile('deploy/prometheus/rules.yaml')) as [
  { groups: { rules: Alert[] }[] },
];
const alerts = rules.groups.flatMap((group) => group.rules);
const operations = readDeployFile('docs/operations.md');
const runbooks = [...operations.matchAll(/^### (Monitor\w+)$/gm)].map((match) => match[1] ?? '');

const example = 'https://service-monitor.example/';

test.each(alerts)('$alert waits, has a severity, says what is wrong and links its runbook', (alert) => {
  expect(alert.for).toMatch(/^\d+m$/);
  expect(alert.labels.severity).toMatch(/^(critical|warning)$/);
  expect(alert.annotations.summary).toMatch(/\S.*\.$/);
  expect(alert.annotations.runbook_url).toBe(`${example}docs/operations.md#${alert.alert.toLowerCase()}`);
});

test('every alert has its runbook, and every runbook its alert', () => {
  expect(new Set(runbooks)).toEqual(new Set(alerts.map((alert) => alert.alert)));
});

test.each(alerts.map((alert) => alert.alert))(
  'the runbook of %s says what it means, what to look at, what to do',
  (name) => {
    const section = operations.split(`### ${name}\n`)[1]?.split('\n### ')[0] ?? '';
    const severity = alerts.find((alert) => alert.alert === name)?.labels.severity;
    expect(section).toContain(`**Means** (${severity}): `);
    expect(section).toMatch(/^\*\*Look at\*\*: /m);
    expect(section).toMatch(/^\*\*Do\*\*: /m);
  },
);

test('links inside the runbooks lead somewhere', () => {
  const broken = [...operations.matchAll(/\]\(#(monitor\w+)\)/g)].filter(
    (match) => !runbooks.some((name) => name.toLowerCase() === match[1]),
  );
  expect(broken.map((match) => match[1])).toEqual([]);
});

test('every alert is fired once by the tests of the rules', () => {
  const tests = readDeployFile('deploy/prometheus/rules.test.yaml');
  expect(alerts.map((alert) => alert.alert).filter((name) => !tests.includes(name))).toEqual([]);
});

test('one command, as it stands in the rules, puts another place in front of every runbook', () => {
  const text = readDeployFile('deploy/prometheus/rules.yaml');
  const [, from = '', to = ''] =
    /^# {3}sed -i 's\|(.*?)\|(.*?)\|' deploy\/prometheus\/rules\*\.yaml$/m.exec(text) ?? [];
  expect(from).toBe(example);
  const changed = execFileSync('sed', [`s|${from}|${to}|`], { input: text, encoding: 'utf8' });
  const urls = [...changed.matchAll(/runbook_url: (.*)/g)].map((match) => match[1] ?? '');
  expect(urls.length).toBe(alerts.length);
  expect(urls.filter((url) => !url.startsWith(`${to}docs/operations.md#monitor`))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const cases: [string, string[]][] = [
  ['accepts the rules', ['check', 'rules', 'rules.yaml']],
  ['accepts the configuration', ['check', 'config', 'prometheus.yml']],
  ['sees the alerts fire when they should, and only then', ['test', 'rules', 'rules.test.yaml']],
];

describe.skipIf(!hasPromtool)(
  `promtool${hasPromtool ? '' : ' IS NOT INSTALLED: rules are not checked; install prometheus'}`,
  () => {
    test.each(cases)('%s', (_, args) => {
      const cwd = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url));
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
      expect({ status, said: `${stdout}${stderr}` }).toMatchObject({
        status: 0,
        said: expect.stringContaining('SUCCESS'),
      });
    });
  },
);
