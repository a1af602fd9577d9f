import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cpuLimit } from '../src/metrics/cpu-limit.ts';
import { CpuMeter } from '../src/metrics/cpu-meter.ts';
import { memoryLimit } from '../src/metrics/memory-limit.ts';

function cgroup(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'sdk-node-cgroup-'));
  mkdirSync(join(root, 'cpu'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

test('a container may use its quota of the cores, under both versions of cgroups', async () => {
  expect(await cpuLimit(8, cgroup({ 'cpu.max': '150000 100000\n' }))).toBe(1.5);
  expect(await cpuLimit(8, cgroup({ 'cpu.max': 'max 100000\n' }))).toBe(8);
  expect(await cpuLimit(2, cgroup({ 'cpu.max': '400000 100000\n' }))).toBe(2);
  const v1 = { 'cpu/cpu.cfs_quota_us': '50000\n', 'cpu/cpu.cfs_period_us': '100000\n' };
  expect(await cpuLimit(8, cgroup(v1))).toBe(0.5);
  expect(await cpuLimit(8, cgroup({ ...v1, 'cpu/cpu.cfs_quota_us': '-1\n' }))).toBe(8);
  expect(await cpuLimit(8, cgroup({}))).toBe(8);
});

test('the memory that a container may use is its limit, where it has one', () => {
  const limit = vi.spyOn(process, 'constrainedMemory');
  expect(limit.mockReturnValue(256 * 1024 ** 2) && memoryLimit()).toBe(256 * 1024 ** 2);
  for (const none of [0, 2 ** 64]) expect(limit.mockReturnValue(none) && memoryLimit()).toBe(totalmem());
  limit.mockRestore();
});

test('the first reading of the processor covers the life of the process, the next ones the time between', () => {
  const meter = new CpuMeter();
  const uptime = vi.spyOn(process, 'uptime').mockReturnValueOnce(10).mockReturnValueOnce(12);
  const usage = vi.spyOn(process, 'cpuUsage');
  usage.mockReturnValueOnce({ user: 4e6, system: 1e6 }).mockReturnValueOnce({ user: 5e6, system: 1e6 });
  expect([meter.percent(2), meter.percent(2)]).toEqual([25, 25]);
  uptime.mockRestore();
  usage.mockRestore();
});
