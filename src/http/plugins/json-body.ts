import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem-error.ts';
import { findUnsafe, inheritedNames } from './find-unsafe.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route judges its body itself, as `SentJson`: what is odd about it must not cost all of it. */
    takesSentJson?: boolean;
    /** A form of a page of ours is sent there, and nothing else. */
    takesForm?: boolean;
    /** Its body, JSON or a form, is signed: the route gets the bytes as they came. */
    takesSignedBytes?: boolean;
  }
}

/** JSON as it was sent, and what it says. */
export interface SentJson {
  text: string;
  value: unknown;
}

const formType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i;
const mediaType = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i;

/**
 * Reads bodies: JSON in UTF-8 and nothing else; a byte order mark before it is ignored. Refused are what other
 * readers of the same bytes could understand otherwise: invalid UTF-8, and, where the route does not judge that itself,
 * prototype keys, half surrogate pairs, NUL, infinite numbers. Of a key that stands twice the last one counts, as
 * RFC 8259 leaves open and JSON.parse does.
 */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      throw new ProblemError('unsupported-media-type', 'Bodies must not be compressed.');
    }
    const type = request.headers['content-type'];
    const { takesForm, takesSignedBytes } = request.routeOptions.config;
    const isForm = (takesForm === true || takesSignedBytes === true) && formType.test(type ?? '');
    if (type !== undefined && !mediaType.test(type) && !isForm) {
      throw new ProblemError('unsupported-media-type', 'Send the body as application/json in UTF-8.');
    }
    // Whoever waits to be asked for the body is asked only now that its headers were found good.
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    done();
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const { schema, config } = request.routeOptions;
    if (config.takesSignedBytes === true) return done(null, body);
    // Many HTTP clients name a type in every request, also where nothing is asked for and nothing is sent.
    const wantsBody = schema?.body !== undefined || config.takesSentJson === true;
    if (body.length === 0 && !wantsBody) return done(null);
    if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.');
    const text = body.toString('utf8').replace(/^\uFEFF/, '');
    const value = parse(text);
    if (config.takesSentJson === true) return done(null, { text, value } satisfies SentJson);
    const fault = findUnsafe(value, text.includes('\\'), { reserved: inheritedNames });
    if (fault !== null) {
      const where = fault.pointer === '' ? '' : `${fault.pointer}: `;
      throw new ProblemError('validation', `${where}${fault.message}`, { errors: [fault] });
    }
    done(null, value);
  });
  app.addContentTypeParser(formType, { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    done(null, request.routeOptions.config.takesSignedBytes === true ? body : readForm(body)),
  );
}

/** The last value of each field counts, as of JSON. What is odd about them, the route judges. */
function readForm(body: Buffer): Record<string, string> {
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8.');
  return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw malformed(
      text.trim() === '' ? 'The body is empty; send a JSON object.' : 'The body is not valid JSON.',
    );
  }
}

function malformed(detail: string): ProblemError {
  return new ProblemError('malformed-json', detail);
}
