import { expect, test } from 'vitest';
import { readDeployFile } from './support/deploy-files.ts';

// What follows from them is seen on a real systemd: npx node test/deploy/try-systemd.ts
test('the unit lets Node ask for the addresses of the machine, and does not start again with settings that are wrong', () => {
  const unit = readDeployFile('deploy/systemd/service-monitor@.service').split('\n');
  expect(unit).toContain('RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK');
  expect(unit).toContain('RestartPreventExitStatus=2');
});
