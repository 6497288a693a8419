import { createReadStream } from 'node:fs';
import net from 'node:net';
import { Refusal } from '../../errors.ts';
import { traced } from '../../tracing/spans.ts';

/** Milliseconds that a scanner may be silent. */
const IDLE_TIMEOUT = 30_000;
/** clamd aborts a stream whose chunks exceed its configured limit; this size is small enough for any configuration. */
const CHUNK_SIZE = 64 * 1024;

export interface Scanner {
  /** `tcp://clamav:3310` or `unix:/run/clamav/clamd.ctl`. */
  readonly url: string;
  /** Whether files are accepted unscanned while the scanner is unreachable. */
  readonly acceptUnscanned: boolean;
}

/** A file in which the scanner found malware. `found` is the scanner's own name for it, for the log. */
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
 * Sends a file to clamd with INSTREAM, so that the scanner needs no access to our disk. Throws InfectedFile, or a Refusal
 * when the scan failed and the settings do not accept unscanned files. Resolves to whether the file was scanned.
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

/** zINSTREAM: the length and bytes of each chunk, then a length of zero; the answer ends with a zero byte. */
async function ask(spool: string, url: string): Promise<string> {
  const socket = net.connect(placeOf(url));
  socket.setTimeout(IDLE_TIMEOUT, () => socket.destroy(new Error('clamd fell silent')));
  try {
    const answer = readAll(socket);
    // If clamd refuses early, its answer is read below; the broken pipe itself does not matter.
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
  for await (const piece of createReadStream(spool, { highWaterMark: CHUNK_SIZE }) as AsyncIterable<Buffer>) {
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
      // A verdict is never longer than one line.
      if (text.includes('\0') || text.length > 4096) done(text.split('\0')[0]?.trim() ?? '');
    });
    socket.once('end', () => done(text.trim()));
    socket.once('error', failed);
    socket.once('close', () => failed(new Error('clamd hung up')));
  });
}
