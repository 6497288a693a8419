import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What a handler of a `file: true` route answers. */
export interface FileAnswer {
  content: Readable | Buffer;
  name: string;
  mime: string;
  size?: number;
  /** Shown in the page (pictures of our own store) instead of saved. */
  inline?: boolean;
  /** The same for everybody: a browser may keep it for five minutes. A file of a record is never kept. */
  keep?: boolean;
  /** Its address changes with its content: a browser need never ask again. */
  forever?: boolean;
}

/** Served as an attachment that no browser may interpret as something else (QUALITY.md, Files). */
export function sendFile(reply: FastifyReply, file: FileAnswer) {
  const ascii = file.name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '_');
  reply.header('Content-Type', file.mime);
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Cache-Control', cachingOf(file));
  reply.header(
    'Content-Disposition',
    `${file.inline ? 'inline' : 'attachment'}; filename="${ascii || 'arquivo'}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  );
  if (file.size !== undefined) reply.header('Content-Length', file.size);
  return reply.send(file.content);
}

const cachingOf = ({ keep, forever }: FileAnswer) => {
  if (forever) return 'private, max-age=31536000, immutable';
  return keep ? 'private, max-age=300' : 'no-store';
};
