import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { LOCKS } from '../../../../server/db/advisoryLock.ts';
import {
  auditLog,
  files,
  installation,
  invoices,
  nfeImports,
  people,
} from '../../../../server/db/tables/index.ts';
import type { WorkDeps } from '../../../../server/jobs/workContext.ts';
import type { Seen } from '../../../../server/sac/nfe/folder/folderFiles.ts';
import { roundOfOne, watchNfeFolder } from '../../../../server/sac/nfe/folder/watchFolder.ts';
import { nfeProc } from '../../../support/nfe/nfeFiles.ts';
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
/** Looks again a little later. */
const round = () => {
  fixture.server.advance(4_000);
  return roundOfOne(work, seen);
};
/** The first look sees it, the second finds it at rest. */
const bothLooks = async () => [await round(), await round()];
/** As if it were written now by the server's clock, which the looks move on. */
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

describe('the folder of notes', () => {
  it('reads what rests, puts it aside, and says why it refused', async () => {
    put('boa.xml', note());
    put('torta.xml', note().replace('<nNF>', '<nNF>9'));
    put('lixo.XML', 'isto não é XML');
    put('leia-me.txt', 'nada');
    expect(await bothLooks()).toEqual([0, 3]);
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
    // The uploads are forgotten as those of a person are.
    expect(await fixture.server.deps.db.$count(files)).toBe(0);
  });

  it('waits for a file until whoever writes it has finished, and follows no link', async () => {
    const whole = note();
    put('grande.xml', whole.slice(0, 200));
    symlinkSync('/etc/hostname', path.join(folder, 'atalho.xml'));
    put('vazia.xml', '');
    expect(await round()).toBe(0);
    put('grande.xml', whole.slice(0, 400));
    expect(await round()).toBe(0);
    put('grande.xml', whole);
    expect(await bothLooks()).toEqual([0, 1]);
    expect([there('lidas'), there('recusadas'), there().sort()]).toEqual([
      ['grande.xml'],
      [],
      ['atalho.xml', 'vazia.xml'],
    ]);
  });

  it('takes a ZIP by itself, and names what of it was refused', async () => {
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
    expect(text('c-vazio.zip.txt')).toContain('não traz nenhum XML');
  });

  it('reads a file again after a crash before it was put aside, and doubles nothing', async () => {
    const same = note();
    put('uma.xml', same);
    await bothLooks();
    const before = await fixture.server.deps.db.$count(invoices);
    put('uma.xml', same);
    await bothLooks();
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

  it('tells on the screen what is wrong with it, and goes on by itself', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'nenhuma pasta');
    await expect(round()).rejects.toThrow();
    expect((await view()).problema).not.toBe('');
    rmSync(folder);
    expect(await round()).toBe(0);
    expect(existsSync(path.join(folder, 'lidas'))).toBe(true);
    expect((await view()).problema).toBe('');
  });

  it('acts as a person whom nobody can sign in as, sees nothing of, or finds among people', async () => {
    const { db } = fixture.server.deps;
    const [author] = await db.select().from(people).where(eq(people.cpf, 'pasta:nfe'));
    expect(author).toMatchObject({ active: false, passwordHash: 'nenhuma' });
    const listed = await fixture.server.call('GET', '/config/pessoas', { token: fixture.token });
    expect(JSON.stringify(listed.body)).not.toContain('NFE_DIR');
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.personId, author?.id ?? 0));
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

  it('is none of the screen where it is not set, and its old jobs end then', async () => {
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
    utimesSync(path.join(folder, 'uma.xml'), 1_000, 1_000);
    const watched = watchNfeFolder(work);
    for (let tries = 0; tries < 200 && there().length > 0; tries++) await setTimeout(100);
    expect(there('lidas')).toEqual(['uma.xml']);
    await watched.stop();
    expect(await fixture.server.deps.db.$count(nfeImports, eq(nfeImports.status, 'EXECUTANDO'))).toBe(0);
  });
});
