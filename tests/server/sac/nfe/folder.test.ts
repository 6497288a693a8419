import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { MissingFile } from '#server/adapters/files/fileStore.ts';
import { LOCKS } from '#server/db/advisoryLock.ts';
import { auditLog, files, installation, invoices, nfeImports, people } from '#server/db/tables/index.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import type { Seen } from '#server/sac/nfe/folder/folderFiles.ts';
import { exclusiveRound, watchNfeFolder } from '#server/sac/nfe/folder/watchFolder.ts';
import { nfeProc } from '#tests/support/nfe/nfeFiles.ts';
import { type NfeFixture, nfeFixture, zip } from './nfeFixture.ts';

let fixture: NfeFixture;
let folder: string;
let work: WorkDeps;
beforeAll(async () => {
  fixture = await nfeFixture();
  await fixture.server.deps.db.insert(installation).values({}).onConflictDoNothing();
});
afterAll(() => fixture?.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'pasta-nfe-'));
  const settings = { ...fixture.work.settings, nfeDir: folder };
  fixture.server.deps.settings = settings;
  work = { ...fixture.work, settings };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seen: Seen = new Map();
beforeEach(() => seen.clear());
/** Checks again a little later. */
const round = () => {
  fixture.server.advance(4_000);
  return exclusiveRound(work, seen);
};
/** The first check sees the file, the second finds it unchanged. */
const scanTwice = async () => [await round(), await round()];
/** With the current time of the server's clock, which the checks advance. */
const put = (name: string, content: string | Buffer) => {
  writeFileSync(path.join(folder, name), content);
  const now = work.now();
  utimesSync(path.join(folder, name), now, now);
};
const there = (where = '') =>
  readdirSync(path.join(folder, where)).filter((name) => /\.(xml|zip|txt)$/i.test(name));
const text = (name: string) => readFileSync(path.join(folder, 'recusadas', name), 'utf8');
const view = async () => (await fixture.get('pasta')).data;
let number = 100;
const note = () => nfeProc({ number: String(number++) });
/** Runs a callback while a file is being stored, or while an upload is read for its import. */
const meanwhile = (at: 'put' | 'get', happens: (count: number) => unknown) => {
  const { files: store } = fixture.work;
  let count = 0;
  const put: typeof store.put = async (...given) => {
    if (at === 'put') await happens(++count);
    return store.put(...given);
  };
  const get: typeof store.get = async (id) => {
    if (at === 'get') await happens(++count);
    return store.get(id);
  };
  work = { ...work, files: { ...store, put, get } };
};

describe('NF-e folder', () => {
  it('imports settled files, moves them aside and says why it refused one', async () => {
    put('boa.xml', note());
    put('torta.xml', note().replace('<nNF>', '<nNF>9'));
    put('lixo.XML', 'isto não é XML');
    put('leia-me.txt', 'nada');
    expect(await scanTwice()).toEqual([0, 3]);
    expect([there('lidas'), there('recusadas').sort(), there()]).toEqual([
      ['boa.xml'],
      ['lixo.XML', 'lixo.XML.txt', 'torta.xml', 'torta.xml.txt'],
      ['leia-me.txt'],
    ]);
    expect(text('torta.xml.txt').trim().length).toBeGreaterThan(10);
    expect(await fixture.server.deps.db.$count(invoices)).toBe(1);
    expect(await view()).toMatchObject({ caminho: folder, esperando: 0, recusados: 2, problema: '' });
    const [job] = await fixture.get('importacoes');
    expect(job).toMatchObject({ colaborador: 'Pasta de notas (NFE_DIR)', situacao: 'CONCLUIDO' });
    // The uploads are removed like those of a person.
    expect(await fixture.server.deps.db.$count(files)).toBe(0);
  });

  it('waits until a file is completely written, and follows no link', async () => {
    const whole = note();
    put('grande.xml', whole.slice(0, 200));
    symlinkSync('/etc/hostname', path.join(folder, 'atalho.xml'));
    put('vazia.xml', '');
    expect(await round()).toBe(0);
    put('grande.xml', whole.slice(0, 400));
    expect(await round()).toBe(0);
    put('grande.xml', whole);
    expect(await scanTwice()).toEqual([0, 1]);
    expect([there('lidas'), there('recusadas'), there().sort()]).toEqual([
      ['grande.xml'],
      [],
      ['atalho.xml', 'vazia.xml'],
    ]);
  });

  it('imports a ZIP by itself and names its refused entries', async () => {
    put(
      'a-maio.zip',
      zip('a.zip', { name: 'x/1.xml', content: note() }, { name: '2.xml', content: '<nada/>' }).content,
    );
    put('b-junho.zip', zip('b.zip', { name: '1.xml', content: note() }).content);
    put('c-vazio.zip', zip('c.zip', { name: 'leia.txt', content: 'nada' }).content);
    await round();
    expect([await round(), await round(), await round(), await round()]).toEqual([1, 1, 1, 0]);
    expect(there('lidas')).toEqual(['b-junho.zip']);
    expect(
      there('recusadas')
        .filter((name) => name.endsWith('.zip'))
        .sort(),
    ).toEqual(['a-maio.zip', 'c-vazio.zip']);
    expect(text('a-maio.zip.txt')).toMatch(/^1 arquivo recusado de 2; os outros foram lidos\.\n2\.xml: /);
    expect(text('c-vazio.zip.txt').trim()).toBe('O ZIP "c-vazio.zip" não traz nenhum XML.');
  });

  it('reads a file again after a crash without duplicating anything', async () => {
    const same = note();
    put('uma.xml', same);
    await scanTwice();
    const before = await fixture.server.deps.db.$count(invoices);
    put('uma.xml', same);
    await scanTwice();
    expect(await fixture.server.deps.db.$count(invoices)).toBe(before);
    expect(there('lidas').sort()).toEqual(['uma-2.xml', 'uma.xml']);
  });

  it('is read by one process at a time', async () => {
    put('uma.xml', note());
    await round();
    const client = await work.pool.connect();
    await client.query('select pg_advisory_lock($1)', [LOCKS.nfeFolder]);
    expect(await round()).toBe(0);
    await client.query('select pg_advisory_unlock($1)', [LOCKS.nfeFolder]);
    client.release();
    expect(await round()).toBe(1);
  });

  it('shows its fault on the screen and recovers by itself', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'nenhuma pasta');
    await expect(round()).rejects.toThrow();
    expect((await view()).problema).not.toBe('');
    rmSync(folder);
    expect(await round()).toBe(0);
    expect(existsSync(path.join(folder, 'lidas'))).toBe(true);
    expect((await view()).problema).toBe('');
  });

  it('acts as a person who cannot sign in, sees nothing and is not listed among people', async () => {
    const { db } = fixture.server.deps;
    const [author] = await db.select().from(people).where(eq(people.cpf, 'pasta:nfe'));
    expect(author).toMatchObject({ active: false, passwordHash: 'nenhuma' });
    const listed = await fixture.server.call('GET', '/config/pessoas', { token: fixture.token });
    expect(JSON.stringify(listed.body)).not.toContain('NFE_DIR');
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.personId, author?.id ?? 0))
      .orderBy(auditLog.id);
    expect(entries.some(({ action, entity }) => action === 'IMPORTAR' && entity === 'nfe_imports')).toBe(
      true,
    );
    expect(
      (
        await fixture.server.call('GET', '/config/notas-xml/pasta', {
          token: await fixture.server.sessionOf(fixture.people.OPERADOR),
        })
      ).status,
    ).toBe(403);
  });

  it('is not on the screen when it is not configured, and its old jobs end', async () => {
    put('uma.xml', note());
    await round();
    fixture.server.deps.settings = fixture.work.settings;
    expect(await view()).toBeNull();
    work = fixture.work;
    expect(await round()).toBe(0);
    expect(there()).toEqual(['uma.xml']);
  });

  it('is watched until the process ends', async () => {
    put('uma.xml', note());
    const watched = watchNfeFolder(work, 100);
    for (let tries = 0; tries < 200 && there().length > 0; tries++) {
      fixture.server.advance(1_000);
      await setTimeout(100);
    }
    expect(there('lidas')).toEqual(['uma.xml']);
    await watched.stop();
    expect(await fixture.server.deps.db.$count(nfeImports, eq(nfeImports.status, 'EXECUTANDO'))).toBe(0);
  });
});

describe('faulty file in the NF-e folder', () => {
  it('does not block others when it is gone or unreadable at its turn', async () => {
    for (const name of ['a', 'b', 'c', 'd']) put(`${name}.xml`, note());
    const socket = net.createServer();
    await round();
    meanwhile('put', (count) => {
      if (count > 1) return;
      rmSync(path.join(folder, 'b.xml'));
      rmSync(path.join(folder, 'c.xml'));
      socket.listen(path.join(folder, 'c.xml'));
    });
    expect(await round()).toBe(2);
    expect(there('lidas').sort()).toEqual(['a.xml', 'd.xml']);
    expect((await view()).problema).toMatch(/^1 arquivo não pôde ser lido ou movido \("c\.xml"\)/);
    await new Promise((done) => socket.close(done));
    await round();
    expect((await view()).problema).toBe('');
  });

  it('is postponed by itself until it changes or some minutes pass', async () => {
    for (const name of ['a', 'b', 'c']) put(`${name}.xml`, note());
    let tries = 0;
    const failing = (bad: number) => (count: number) => {
      tries++;
      if (count === bad) throw new Error('the store does not take this one');
    };
    const warned: unknown[] = [];
    work = {
      ...work,
      log: { ...work.log, warn: (entry: { file: string }) => warned.push(entry.file) } as never,
    };
    await round();
    meanwhile('put', failing(2));
    expect(await round()).toBe(2);
    expect([there(), there('lidas').sort(), warned]).toEqual([['b.xml'], ['a.xml', 'c.xml'], ['b.xml']]);
    expect((await view()).problema).toContain('"b.xml"');
    expect([await round(), await round(), tries]).toEqual([0, 0, 3]);
    // Supplying the file again changes its modification time.
    utimesSync(path.join(folder, 'b.xml'), work.now(), work.now());
    meanwhile('put', failing(1));
    expect([...(await scanTwice()), tries]).toEqual([0, 0, 4]);
    fixture.server.advance(11 * 60_000);
    expect([await round(), there()]).toEqual([1, []]);
    expect([(await view()).problema, await fixture.server.deps.db.$count(files)]).toEqual(['', 0]);
  });

  it('leaves no upload behind when the round ends before its import', async () => {
    for (const name of ['a', 'b', 'c']) put(`${name}.xml`, note());
    const ending = new AbortController();
    await round();
    meanwhile('put', (count) => count === 2 && ending.abort());
    fixture.server.advance(4_000);
    expect(await exclusiveRound(work, seen, ending.signal)).toBe(0);
    expect([await fixture.server.deps.db.$count(files), there().length]).toEqual([0, 3]);
    // The store is unavailable: files stored before are processed, the rest waits.
    meanwhile('put', (count) => {
      if (count > 1) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    expect([await round(), there().length]).toEqual([1, 2]);
    expect(await fixture.server.deps.db.$count(files)).toBe(0);
    work = { ...work, files: fixture.work.files };
    expect([await round(), there()]).toEqual([2, []]);
  });

  it('can have the longest possible name', async () => {
    const longest = `${'ã'.repeat(125)}a.xml`;
    put(longest, 'isto não é XML');
    put('boa.xml', note());
    expect(Buffer.byteLength(longest)).toBe(255);
    expect(await scanTwice()).toEqual([0, 2]);
    expect([there(), there('lidas')]).toEqual([[], ['boa.xml']]);
    const cut = `${'ã'.repeat(123)}.xml`;
    expect(there('recusadas').sort()).toEqual([cut, `${cut}.txt`]);
    put(longest, 'nem isto');
    await scanTwice();
    expect(there('recusadas')).toContain(`${'ã'.repeat(122)}-2.xml.txt`);
  });

  it('is not moved aside unread when another replaces it during the import', async () => {
    const [first, second] = [note(), note()];
    put('nota.xml', first);
    await round();
    const before = statSync(path.join(folder, 'nota.xml'));
    meanwhile('get', (count) => {
      if (count > 1) return;
      writeFileSync(path.join(folder, 'nova'), second);
      utimesSync(path.join(folder, 'nova'), before.atime, before.mtime);
      renameSync(path.join(folder, 'nova'), path.join(folder, 'nota.xml'));
    });
    const invoicesBefore = await fixture.server.deps.db.$count(invoices);
    expect(await round()).toBe(1);
    expect([there(), there('lidas')]).toEqual([['nota.xml'], []]);
    expect(await scanTwice()).toEqual([0, 1]);
    expect([there(), there('lidas')]).toEqual([[], ['nota.xml']]);
    expect(await fixture.server.deps.db.$count(invoices)).toBe(invoicesBefore + 2);
  });

  it('is not imported half-written, even with an old date', async () => {
    put('antiga.xml', note().slice(0, 300));
    utimesSync(path.join(folder, 'antiga.xml'), 1_000, 1_000);
    expect([await round(), there()]).toEqual([0, ['antiga.xml']]);
  });

  it('is not refused when the store fails while it is read', async () => {
    put('boa.xml', note());
    await round();
    meanwhile('get', (count) => {
      if (count === 1) throw Object.assign(new Error('away'), { code: 'ECONNRESET' });
    });
    await expect(round()).rejects.toThrow('away');
    expect([await round(), there('lidas'), there('recusadas')]).toEqual([1, ['boa.xml'], []]);
  });

  it('waits until what an ended process left of the folder is done', async () => {
    const { db } = fixture.server.deps;
    const [before, made] = [await db.$count(nfeImports), await db.$count(invoices)];
    for (const name of ['a', 'b', 'c']) put(`${name}.xml`, note());
    const ending = new AbortController();
    await round();
    meanwhile('get', () => ending.abort());
    fixture.server.advance(4_000);
    await exclusiveRound(work, seen, ending.signal);
    const unfinished = () => db.$count(nfeImports, eq(nfeImports.status, 'EXECUTANDO'));
    expect([await unfinished(), there().length]).toEqual([1, 3]);

    // If the current work cannot continue, nothing new is started.
    meanwhile('get', () => {
      throw new MissingFile('away');
    });
    await expect(round()).rejects.toThrow('não chega ao fim');
    expect((await view()).problema).toContain('não chega ao fim');
    expect([await unfinished(), await db.$count(nfeImports)]).toEqual([1, before + 1]);

    const left: number[] = [];
    work = { ...work, files: fixture.work.files };
    meanwhile('put', async () => left.push(await unfinished()));
    expect([await round(), there().length]).toEqual([3, 0]);
    expect(left).toEqual([0, 0, 0]);
    expect([await db.$count(nfeImports), await unfinished()]).toEqual([before + 2, 0]);
    expect([await db.$count(invoices), there('recusadas')]).toEqual([made + 3, []]);
  });
});
