import { expect, test } from 'vitest';
import { deployFiles, readDeployFile, readYaml } from './support/deploy-files.ts';

const files = [...deployFiles(), ...deployFiles('test/deploy')].filter(
  ({ path }) => !path.includes('/templates/'),
);
const own = /^service-monitor(-\w+)?:/;

/** Images that are pulled, by the files that name them. */
function pulled(): string[] {
  const ofCompose = readYaml(readDeployFile('docker-compose.yml')).flatMap((document) =>
    Object.values((document as { services: Record<string, { image: string }> }).services).map(
      ({ image }) => image,
    ),
  );
  const ofDockerfiles = files
    .filter(({ path }) => path.endsWith('Dockerfile'))
    .flatMap(({ text }) =>
      [...text.matchAll(/^(?:ARG NODE_IMAGE=|FROM )(\S+)/gm)].map(([, image = '']) => image),
    );
  const ofTests = /GenericContainer\('([^']+)'\)/.exec(readDeployFile('test/support/open-redis.ts'))?.[1];
  return [...ofCompose, ...ofDockerfiles, ofTests ?? 'none'].filter(
    (image) => !own.test(image) && image !== '${NODE_IMAGE}',
  );
}

test('every image that is pulled is pinned to an exact version', () => {
  const images = pulled();
  expect(images.length).toBeGreaterThan(7);
  expect(images.filter((image) => !/:v?\d+\.\d+\.\d+(-[a-z-]+)?$/.test(image))).toEqual([]);
});

test('the image runs on the Node that the tests run on, and the tests on the Redis of the stack', () => {
  const { dependencies } = JSON.parse(readDeployFile('scripts/node/package.json')) as {
    dependencies: Record<string, string>;
  };
  const versions = (name: string) =>
    new Set(pulled().flatMap((image) => new RegExp(`^${name}:([\\d.]+)`).exec(image)?.[1] ?? []));
  expect([...versions('node')]).toEqual([dependencies['node']]);
  expect(versions('redis').size).toBe(1);
});
