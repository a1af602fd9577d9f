import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDeployFile } from './support/deploy-files.ts';

const dockerfile = readDeployFile('Dockerfile');
const { version, description } = JSON.parse(readDeployFile('package.json')) as {
  version: string;
  description: string;
};

test('the image says what it is, and of which version', () => {
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  expect(dockerfile).toContain(`org.opencontainers.image.description="${description}"`);
  for (const label of ['title', 'licenses', 'version', 'revision', 'created'])
    expect(dockerfile).toContain(`org.opencontainers.image.${label}=`);
});

test('a container is healthy while the program runs, also when its Redis is late', () => {
  expect(/HEALTHCHECK[^]*?\n {2}CMD .*/.exec(dockerfile)?.[0]).toContain('/livez');
});

test('the program can be run by its name, as the image does', () => {
  expect(dockerfile).toContain('ln -s /app/program/main.js /usr/local/bin/service-monitor');
  expect(dockerfile).toContain('chmod 755 program/main.js');
  expect(statSync(new URL('../../src/main.ts', import.meta.url)).mode & 0o111).toBe(0o111);
});
