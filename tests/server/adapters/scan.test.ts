import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc } from 'drizzle-orm';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import { receiveUpload } from '#server/adapters/files/receiveUpload.ts';
import { auditLog, files as filesTable } from '#server/db/tables/index.ts';
import { keepUpload } from '#server/storedFiles.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

/** The standard test signature for scanners, split in two so that this source file is not flagged. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const infected = Buffer.concat([PDF, Buffer.from(EICAR)]);

/** A simulated scanner that speaks INSTREAM like clamd. */
function standIn() {
  const state = { silent: false, received: Buffer.alloc(0) as Buffer, sockets: new Set<net.Socket>() };
  const server = net.createServer((socket) => {
    state.sockets.add(socket);
    let text: Buffer = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      text = Buffer.concat([text, piece as Buffer]);
      const content = streamed(text);
      if (!content || state.silent) return;
      state.received = content;
      socket.end(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  return { state, server };
}

/** The complete stream, once its end has arrived. */
function streamed(text: Buffer): Buffer | null {
  const head = Buffer.from('zINSTREAM\0');
  if (!text.subarray(0, head.length).equals(head)) return null;
  const pieces: Buffer[] = [];
  for (let at = head.length; at + 4 <= text.length; ) {
    const length = text.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(text.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-scan-'));
const store = folderStore(folder);
const { state, server } = standIn();
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `tcp://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of state.sockets) socket.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  state.silent = false;
});

const receive = (content: Buffer, scanner?: { url: string; acceptUnscanned: boolean }) =>
  receiveUpload(
    { name: 'nota.pdf', content: Readable.from([content]) },
    { maxBytes: 5_000_000 },
    { files: store, dataDir: folder, scanner },
  );
const kept = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

describe('virus scanner of uploads', () => {
  it('receives every byte, and clean files are stored', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(300_000, 'a')]);
    const before = kept().length;
    await receive(large, { url, acceptUnscanned: false });
    expect(state.received.equals(large)).toBe(true);
    expect(kept().length).toBe(before + 1);
  });

  it('can also be reached by a socket of this machine', async () => {
    const local = standIn();
    const place = path.join(folder, 'clamd.ctl');
    await new Promise<void>((done) => local.server.listen(place, done));
    const scanner = { url: `unix:${place}`, acceptUnscanned: false };
    await expect(receive(infected, scanner)).rejects.toMatchObject({ code: 'ARQUIVO_INFECTADO' });
    local.server.close();
  });

  it('prevents an infected file from being stored', async () => {
    const before = kept().length;
    await expect(receive(infected, { url, acceptUnscanned: true })).rejects.toMatchObject({
      status: 422,
      code: 'ARQUIVO_INFECTADO',
      found: 'Eicar-Test-Signature',
    });
    expect(kept().length).toBe(before);
    // Without a scanner, nothing is checked.
    await expect(receive(infected)).resolves.toBeDefined();
  });

  it('leaves it to the settings whether files are accepted while it is unreachable', async () => {
    const away = 'tcp://127.0.0.1:9';
    await expect(receive(PDF, { url: away, acceptUnscanned: false })).rejects.toMatchObject({
      status: 503,
      code: 'ANTIVIRUS_FORA',
    });
    await expect(receive(PDF, { url: away, acceptUnscanned: true })).resolves.toBeDefined();
  });
});

describe('sender of an infected file', () => {
  let console: TestServer;
  beforeAll(async () => {
    console = await testServer({ scanner: { url, acceptUnscanned: false }, dataDir: folder });
  });
  afterAll(() => console?.close());

  it('is named in the audit log, with what was found', async () => {
    const { people } = await createPeople(console.deps.db);
    const user = { id: people.OPERADOR };
    const ctx = { ...console.deps, files: store, user, ip: '127.0.0.1', requestId: 'r' };
    const upload = { name: 'nota.pdf', content: Readable.from([infected]) };
    await expect(keepUpload(ctx as never, upload, 1_000_000)).rejects.toMatchObject({
      code: 'ARQUIVO_INFECTADO',
    });
    const [entry] = await console.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'RECUSAR_ARQUIVO_INFECTADO',
      personId: people.OPERADOR,
      after: { arquivo: 'nota.pdf', achado: 'Eicar-Test-Signature' },
    });
    expect(await console.deps.db.$count(filesTable)).toBe(0);
  });
});
