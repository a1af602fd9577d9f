import { z } from 'zod';
import { httpUrl } from './outbound/http-url.ts';

const aSecret = 'must be the secret as one word, without spaces';

/** A secret such as a token: one word of printable ASCII. */
export function secretText(description: string) {
  return z
    .string(aSecret)
    .regex(/^[!-~]{1,1024}$/, aSecret)
    .meta({ description, secret: true });
}

/** The address of a service that may also be hosted elsewhere, or be reached through a proxy. */
export function hostedUrl(fallback: string) {
  return httpUrl.default(fallback).describe('Where the service is reached, if not at its usual address.');
}

/** An address of which the whole is a secret: who knows it can post. */
export function secretUrl(description: string) {
  return httpUrl.meta({ description, secret: true });
}
