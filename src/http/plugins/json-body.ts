import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem-error.ts';

/** How deep a body may nest: a person's metadata is flat, an attack is not. */
const deepest = 32;

const mediaType = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i;

/**
 * Reads bodies: JSON in UTF-8 and nothing else. Refused are what other readers of the same bytes could understand
 * otherwise: prototype keys, invalid UTF-8, half surrogate pairs, NUL, infinite numbers. Of a key that stands twice
 * the last one counts, as RFC 8259 leaves open and JSON.parse does.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', async (request) => {
    if (request.headers['content-encoding'] !== undefined) {
      throw new ProblemError('unsupported-media-type', 'Bodies must not be compressed.');
    }
    const type = request.headers['content-type'];
    if (type !== undefined && !mediaType.test(type)) {
      throw new ProblemError('unsupported-media-type', 'Send the body as application/json in UTF-8.');
    }
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.');
    const text = body.toString('utf8').replace(/^\uFEFF/, '');
    if (text.trim() === '') throw malformed('The body is empty; send a JSON object.');
    const value = parse(text);
    refuseUnsafe(value, '', 0);
    return value;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? malformed('The body is not valid JSON.') : error;
  }
}

function refuseUnsafe(value: unknown, pointer: string, depth: number): void {
  if (depth > deepest) throw invalid(pointer.slice(0, 64), `nests deeper than ${deepest} levels`);
  if (typeof value === 'string') refuseText(value, pointer);
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalid(pointer, 'is not a finite number');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
      throw invalid(pointer, `has a key that is reserved: ${key}`);
    }
    refuseText(key, pointer);
    refuseUnsafe(child, at, depth + 1);
  }
}

function refuseText(text: string, pointer: string): void {
  if (text.includes('\0')) throw invalid(pointer, 'contains a NUL character');
  if (!text.isWellFormed()) throw invalid(pointer, 'contains half a surrogate pair');
}

function malformed(detail: string): ProblemError {
  return new ProblemError('malformed-json', detail);
}

function invalid(pointer: string, message: string): ProblemError {
  return new ProblemError('validation', `${pointer}: ${message}`, { errors: [{ pointer, message }] });
}
