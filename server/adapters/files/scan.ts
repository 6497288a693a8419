import { createReadStream } from 'node:fs';
import net from 'node:net';
import { Refusal } from '../../errors.ts';
import { traced } from '../../tracing/spans.ts';

/** Milliseconds that a scanner may be silent. */
const SILENCE = 30_000;
/** clamd ends a stream whose pieces are larger than it was told; these are small for all of them. */
const PIECE = 64 * 1024;

export interface Scanner {
  /** `tcp://clamav:3310` or `unix:/run/clamav/clamd.ctl`. */
  readonly url: string;
  /** Takes files that nobody could scan, where the scanner is away. */
  readonly acceptUnscanned: boolean;
}

/** A file that a scanner found something in: `found` is the scanner's own name for it, for the log. */
export class InfectedFile extends Refusal {
  readonly found: string;

  constructor(name: string, found: string) {
    super(
      422,
      'ARQUIVO_INFECTADO',
      `O arquivo "${name}" foi recusado: o antivírus encontrou nele um programa malicioso. Nada foi guardado.`,
    );
    this.found = found;
  }
}

/**
 * Shows a file to clamd by INSTREAM, so that the scanner needs no way to our disk. Throws InfectedFile, or a Refusal where
 * nobody could look and settings do not take such files. Answers whether it was looked at.
 */
export async function scanFile(
  spool: string,
  name: string,
  { url, acceptUnscanned }: Scanner,
): Promise<boolean> {
  const step = { name: 'scan upload', kind: 'CLIENT' } as const;
  const verdict = await traced(step, () => ask(spool, url)).catch(() => null);
  const found = /^stream: (.+) FOUND$/.exec(verdict ?? '')?.[1];
  if (found) throw new InfectedFile(name, found);
  if (verdict === 'stream: OK') return true;
  if (acceptUnscanned) return false;
  throw new Refusal(
    503,
    'ANTIVIRUS_FORA',
    'O antivírus não respondeu, e arquivos não são guardados sem ele. Tente de novo em instantes; se continuar, avise o administrador.',
  );
}

/** zINSTREAM: length and bytes of each piece, a length of zero at the end; the answer ends with a zero byte. */
async function ask(spool: string, url: string): Promise<string> {
  const socket = net.connect(placeOf(url));
  socket.setTimeout(SILENCE, () => socket.destroy(new Error('clamd fell silent')));
  try {
    const answer = readAll(socket);
    // What clamd refuses early is read below; the broken pipe is not the news.
    await send(socket, spool).catch(() => {});
    return await answer;
  } finally {
    socket.destroy();
  }
}

function placeOf(url: string): net.NetConnectOpts {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) };
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
}

async function send(socket: net.Socket, spool: string): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const piece of createReadStream(spool, { highWaterMark: PIECE }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    await write(socket, Buffer.concat([length, piece]));
  }
  await write(socket, Buffer.alloc(4));
}

const write = (socket: net.Socket, bytes: Buffer) =>
  new Promise<void>((done, failed) => {
    socket.write(bytes, (error) => (error ? failed(error) : done()));
  });

function readAll(socket: net.Socket): Promise<string> {
  return new Promise((done, failed) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      // No verdict is longer than a line.
      if (text.includes('\0') || text.length > 4096) done(text.split('\0')[0]?.trim() ?? '');
    });
    socket.once('end', () => done(text.trim()));
    socket.once('error', failed);
    socket.once('close', () => failed(new Error('clamd hung up')));
  });
}
