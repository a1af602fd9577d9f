import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasEtag } from './has-etag.ts';
import { ProblemError } from './problem-error.ts';

/** A file as it is served: from memory, so that no request gets near the disk or costs a descriptor. */
export interface MemoryFile {
  content: Buffer;
  contentType: string;
  etag: string;
  /** Compressed for the first who asks for it so. */
  gzipped: Promise<Buffer> | null;
}

/** What is served of a folder; what lies beside it is not. */
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

const compress = promisify(gzip);

/** Smaller ones fit into a packet as they are, and pictures are compressed already. */
const fewestBytes = 1_400;

function make(content: string | Buffer, contentType: string): MemoryFile {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { content: Buffer.from(content), contentType, etag, gzipped: null };
}

/** The files of a folder by name, read once. */
function read(folder: string): Map<string, MemoryFile> {
  const files = new Map<string, MemoryFile>();
  for (const name of readdirSync(folder)) {
    const contentType = contentTypes[extname(name)];
    if (contentType !== undefined) files.set(name, make(readFileSync(join(folder, name)), contentType));
  }
  return files;
}

/**
 * Sends a file, or 304 to who has it already. Unless it is said otherwise it is kept, but asked for each time: after an
 * update no page runs half old and half new for long.
 */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: MemoryFile | undefined,
  caching = 'no-cache',
): Promise<FastifyReply> {
  if (file === undefined) throw new ProblemError('not-found', 'No such file.');
  const isCompressed = wantsGzip(request) && isWorthIt(file);
  // The same content in other bytes: a weak tag says so.
  const etag = isCompressed ? `W/${file.etag}` : file.etag;
  void reply.header('cache-control', caching).header('etag', etag).header('vary', 'accept-encoding');
  if (hasEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  void reply.type(file.contentType);
  if (!isCompressed) return reply.send(file.content);
  return reply.header('content-encoding', 'gzip').send(await (file.gzipped ??= compress(file.content)));
}

function isWorthIt({ content, contentType }: MemoryFile): boolean {
  return content.length > fewestBytes && !contentType.endsWith('/png');
}

function wantsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers['accept-encoding']?.toString() ?? '');
}

/** Files that are served from memory. */
export const memoryFiles = { make, read, send };
