import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The return value of a `file: true` handler. */
export interface FileAnswer {
  content: Readable | Buffer;
  name: string;
  mime: string;
  size?: number;
  /** Displayed in the page (pictures from our own store) instead of downloaded. */
  inline?: boolean;
  /** The same for every user, so a browser may cache it for five minutes. Files of a record are never cached. */
  keep?: boolean;
  /** The address changes with the content, so a browser never has to ask again. */
  forever?: boolean;
}

/** Sends the file so that no browser may interpret it as another type (QUALITY.md, Files). */
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
