import { expect, onTestFinished, test } from 'vitest';
import { createKeyLinks } from '../../src/http/key-links.ts';
import { composeApp } from './compose-app.ts';

const post = { method: 'POST', url: '/key-link' } as const;

test('the word of a link is given for its key once, and another word for nothing', async () => {
  const keyLinks = createKeyLinks();
  const { app, close } = await composeApp({}, keyLinks);
  onTestFinished(close);
  const word = keyLinks.make('smk_the_key');
  const wrong = await app.inject({ ...post, payload: { word: `${word}x` } });
  expect(wrong.statusCode).toBe(404);
  const first = await app.inject({ ...post, payload: { word } });
  expect(first.json()).toEqual({ key: 'smk_the_key' });
  expect(first.headers['cache-control']).toBe('no-store');
  const second = await app.inject({ ...post, payload: { word } });
  expect(second.statusCode).toBe(404);
  expect(second.body).not.toContain('smk_');
});

test('a hundred links wait at most: the oldest goes', () => {
  const keyLinks = createKeyLinks();
  const words = Array.from({ length: 101 }, (_, i) => keyLinks.make(`key ${i}`));
  expect(words.map((word) => keyLinks.redeem(word)).filter((key) => key !== null)).toHaveLength(100);
  expect(keyLinks.redeem(words[0] ?? '')).toBeNull();
});

test('a monitor for which nobody makes links has no such route', async () => {
  const { app, close } = await composeApp();
  onTestFinished(close);
  expect(app.hasRoute(post)).toBe(false);
});
