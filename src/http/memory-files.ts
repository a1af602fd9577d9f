import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from './problem-error.ts';

/** A file as it is served: from memory, so that no request gets near the disk or costs a descriptor. */
export interface MemoryFile {
  content: Buffer;
  contentType: string;
  etag: string;
}

/** What is served of a folder; what lies beside it is not. */
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

function make(content: string | Buffer, contentType: string): MemoryFile {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { content: Buffer.from(content), contentType, etag };
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

/** Sends a file, or 304 to who has it already. */
function send(request: FastifyRequest, reply: FastifyReply, file: MemoryFile | undefined): FastifyReply {
  if (file === undefined) throw new ProblemError('not-found', 'No such file.');
  // Kept, but asked for each time: after an update no page runs half old and half new for long.
  void reply.header('cache-control', 'no-cache').header('etag', file.etag);
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(file.etag)) return reply.code(304).send();
  return reply.type(file.contentType).send(file.content);
}

/** Files that are served from memory. */
export const memoryFiles = { make, read, send };
