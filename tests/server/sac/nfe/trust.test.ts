import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, isNull, sql } from 'drizzle-orm';
import {
  auditLog,
  customers,
  files,
  invoiceItems,
  invoices,
  nfeAuthorities,
  nfeDocuments,
  nfeSigners,
  people,
  products,
} from '#server/db/tables/index.ts';
import { isAnythingOutdated } from '#server/sac/nfe/kept/readAgain.ts';
import { addConfiguredAuthorities } from '#server/sac/nfe/trust/authorities.ts';
import { judgeAgain, judgeSome } from '#server/sac/nfe/trust/judgeAgain.ts';
import { sweepNfeImports } from '#server/sac/nfe/worker.ts';
import { constraints, keyUsage, testAuthority, testCertificate } from '#tests/support/nfe/certificate.ts';
import { keyOf, type NoteOptions, nfeProc, OWN_CNPJ } from '#tests/support/nfe/nfeFiles.ts';
import { zipOf } from '#tests/support/nfe/zip.ts';
import { sendForm } from '../returnsFixture.ts';
import { type NfeFixture, nfeFixture, outcomes } from './nfeFixture.ts';

let fixture: NfeFixture;
beforeAll(async () => {
  fixture = await nfeFixture();
});
afterAll(() => fixture?.close());

const root = testAuthority('AC Raiz de Teste');
const intermediate = testAuthority('AC de Teste', {
  issuer: root,
  marks: [constraints({ pathLength: 0 }), keyUsage(0x06)],
});
const CARRIER = { document: '11444777000161', name: 'Expresso da Nota Ltda.' };
const PROVEN: NoteOptions = {
  number: '1',
  carrier: CARRIER,
  certificate: testCertificate(OWN_CNPJ, { issuer: intermediate }),
};
const SELF_MADE: NoteOptions = { number: '2', certificate: testCertificate(OWN_CNPJ) };
/** The certificate was valid on the day of issue, but an authority above it was not yet. */
const early = testAuthority('AC que veio depois', { issuer: root, from: new Date('2026-06-01') });
const TOO_EARLY: NoteOptions = { number: '3', certificate: testCertificate(OWN_CNPJ, { issuer: early }) };

const PATH = '/config/certificados-nfe';
const add = (name: string, content: Buffer | string, token = fixture.token) =>
  sendForm(fixture, PATH, token, [
    ['finalidade', 'CADEIA'],
    ['arquivos[0]', [content, name]],
  ]);
const shown = async () => (await fixture.server.call('GET', PATH, { token: fixture.token })).body.data;
/** What is left to return of a note's first line, why nothing is, and the note's mark. */
async function rightOf(options: NoteOptions) {
  const { token, server } = fixture;
  const { body } = await server.call('GET', `/sac/tickets/notasfiscais/${keyOf(options)}`, { token });
  const [invoice] = await server.deps.db
    .select()
    .from(invoices)
    .where(eq(invoices.key, keyOf(options)));
  const list = await server.call(
    'GET',
    `/sac/tickets/notasfiscais/${invoice?.customerId}/${invoice?.branchId}`,
    { token },
  );
  const { avisoNota } = list.body.itens.find(({ chave }: { chave: string }) => chave === keyOf(options));
  return { left: body[0].qtd, why: body[0].motivoIndisponivel, mark: avisoNota };
}
const judged = () => judgeAgain(fixture.work);
const parameter = async (valor: string) => {
  const { server, token } = fixture;
  const { body } = await server.call('GET', '/config/parametros', { token });
  const row = body.itens.find(({ chave }: { chave: string }) => chave === 'notaSemCadeia');
  return server.call('PUT', '/config/parametros/SAC/notaSemCadeia', {
    token,
    body: { valor, idFil: null, versao: row.versao },
  });
};

const RIGHT = { left: '2', why: '', mark: '' };
const MARKED = { left: '2', why: '', mark: 'Cadeia não conferida' };
const NO_RIGHT = {
  left: '0',
  why: expect.stringContaining('não foi conferida'),
  mark: 'Cadeia não conferida',
};

describe('a rehearsal', () => {
  it('takes files of the environment for tests, marked, and leaves with all that it made', async () => {
    const { server, token } = fixture;
    const { db } = server.deps;
    const trial: NoteOptions = { number: '9', environment: '2' };
    const refused = await fixture.importFiles({ name: 'a.xml', content: nfeProc(trial) });
    expect(outcomes(refused)).toEqual({ RECUSADA: 1 });
    const begin = (by: string) => server.call('POST', '/config/demonstracao/ensaio', { token: by });
    expect((await begin(await server.sessionOf(fixture.people.SUPERVISOR))).status).toBe(403);
    // The fixture's consumer is a customer.
    await db.update(people).set({ customerId: null });
    await db.delete(customers);
    expect((await begin(token)).status).toBe(200);
    expect((await begin(token)).body.code).toBe('ENSAIO_COMECADO');
    expect(outcomes(await fixture.importFiles({ name: 'a.xml', content: nfeProc(trial) }))).toEqual({
      CRIADA: 1,
    });
    expect((await rightOf(trial)).mark).toBe('Cadeia não conferida · Homologação, sem valor fiscal');
    const mixed = nfeProc({ ...trial, number: '10' }).replace('<infProt><tpAmb>2', '<infProt><tpAmb>1');
    expect(outcomes(await fixture.importFiles({ name: 'b.xml', content: mixed }))).toEqual({ RECUSADA: 1 });
    const { body } = await server.call('GET', '/config/demonstracao', { token });
    const ended = await server.call('POST', '/config/demonstracao/remover', {
      token,
      body: { empresa: body.data.empresa },
    });
    expect(ended.status).toBe(200);
    for (const table of [invoices, customers, products, nfeDocuments, nfeSigners])
      expect(await db.$count(table)).toBe(0);
    expect((await server.call('GET', '/config/demonstracao', { token })).status).toBe(404);
    await fixture.close();
    fixture = await nfeFixture();
  });

  it('does not begin where something could be lost with it', async () => {
    const { server, token } = fixture;
    await fixture.importFiles(
      ...[PROVEN, SELF_MADE, TOO_EARLY].map((note) => ({
        name: `${note.number}.xml`,
        content: nfeProc(note),
      })),
    );
    const answer = await server.call('POST', '/config/demonstracao/ensaio', { token });
    expect(answer.body.code).toBe('EMPRESA_EM_USO');
    const steps = await server.call('GET', '/config/primeiros-passos', { token });
    expect(steps.body.data.ensaio).toBe('NAO');
  });
});

describe('the signers of notes', () => {
  it('are not known before the company put in certificates, and the notes give rights, marked', async () => {
    for (const note of [PROVEN, SELF_MADE, TOO_EARLY]) expect(await rightOf(note)).toEqual(MARKED);
    expect(await shown()).toMatchObject({
      conferidas: 0,
      naoConferidas: 3,
      semCadeiaDaDireito: true,
      porJulgar: false,
    });
  });

  it('are judged by authorities that only the administration puts in', async () => {
    const { server } = fixture;
    for (const who of ['SUPERVISOR', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const) {
      const token = await server.sessionOf(fixture.people[who]);
      expect((await add('raiz.pem', root.pem, token)).status).toBe(403);
      expect((await server.call('GET', PATH, { token })).status).toBe(403);
      expect((await server.call('DELETE', `${PATH}/1`, { token })).status).toBe(403);
    }
    expect((await add('raiz.pdf', root.pem)).status).toBe(422);
    expect((await add('raiz.crt', 'texto')).status).toBe(422);
    expect((await add('nada.zip', zipOf([{ name: 'a.txt', content: 'nada' }]))).body.code).toBe(
      'SEM_CERTIFICADOS',
    );
    expect((await shown()).certificados).toEqual([]);
    const before = await server.deps.db.$count(files);
    const leaf = testCertificate(OWN_CNPJ, { issuer: root });
    const bundle = zipOf([
      { name: 'AC-Raiz.crt', content: root.der },
      { name: 'AC-Teste.pem', content: intermediate.pem + early.pem },
      { name: 'empresa.crt', content: leaf.pem },
    ]);
    const answer = await add('ACcompactado.zip', bundle);
    expect(answer.body.data).toMatchObject({
      incluidos: 3,
      jaEstavam: 0,
      recusados: [{ arquivo: 'empresa.crt', motivo: expect.stringContaining('de quem assina') }],
    });
    expect((await add('de-novo.zip', bundle)).body.data).toMatchObject({ incluidos: 0, jaEstavam: 3 });
    expect(await server.deps.db.$count(auditLog, eq(auditLog.entity, 'nfe_authorities'))).toBe(3);
    expect(await server.deps.db.$count(files)).toBe(before);
  });

  it('are judged again, and from then on an unproven note gives no right', async () => {
    expect((await shown()).porJulgar).toBe(true);
    await judged();
    expect(await rightOf(PROVEN)).toEqual(RIGHT);
    expect(await rightOf(SELF_MADE)).toEqual(NO_RIGHT);
    expect(await rightOf(TOO_EARLY)).toEqual(NO_RIGHT);
    const data = await shown();
    expect(data).toMatchObject({
      conferidas: 1,
      naoConferidas: 2,
      semCadeiaDaDireito: false,
      porJulgar: false,
    });
    expect(data.motivos).toEqual([{ motivo: expect.stringContaining('assinou a si mesmo'), assinantes: 1 }]);
    expect(data.certificados).toMatchObject([
      { nome: 'AC Raiz de Teste', raiz: true, chegaARaiz: true },
      { raiz: false, chegaARaiz: true },
      { raiz: false, chegaARaiz: true },
    ]);
  });

  it('are judged at once when a note arrives later', async () => {
    const later = { ...PROVEN, number: '4', certificate: testCertificate(OWN_CNPJ, { issuer: root }) };
    await fixture.importFiles({ name: '4.xml', content: nfeProc(later) });
    expect(await rightOf(later)).toEqual(RIGHT);
  });

  it('give what the parameter says', async () => {
    expect((await parameter('DA_DIREITO')).status).toBe(200);
    expect(await rightOf(SELF_MADE)).toEqual(MARKED);
    await parameter('NAO_DA_DIREITO');
    expect(await rightOf(SELF_MADE)).toEqual(NO_RIGHT);
    await parameter('ATE_HAVER_CERTIFICADOS');
  });

  it('stand in the file of invoices, which can still be imported', async () => {
    const { server, token } = fixture;
    const { body } = await server.call('GET', '/config/cadastros/notas/exportar?formato=csv', { token });
    const [head = '', ...lines] = String(body).trim().split('\n');
    const cells = (line: string) => line.trim().split(';');
    const at = cells(head).findIndex((title) => title.includes('Aviso da nota'));
    const markOf = (note: NoteOptions) =>
      cells(lines.find((line) => line.includes(keyOf(note))) ?? '')[at]?.replaceAll('"', '');
    expect(markOf(PROVEN)).toBe('');
    expect(markOf(SELF_MADE)).toBe('Cadeia não conferida');
  });

  it('are found again, with prices and carriers, in files that an older version stored', async () => {
    const { db } = fixture.server.deps;
    const stored = async () => ({
      documents: await db
        .select({ carrier: nfeDocuments.carrier, name: nfeDocuments.carrierName, at: nfeDocuments.signedAt })
        .from(nfeDocuments)
        .orderBy(nfeDocuments.id),
      prices: await db.select({ price: invoiceItems.notePrice }).from(invoiceItems).orderBy(invoiceItems.id),
    });
    const before = await stored();
    expect(before.documents[0]).toMatchObject({ carrier: CARRIER.document, name: CARRIER.name });
    await db
      .update(nfeDocuments)
      .set({ signerId: null, signedAt: null, carrier: '', carrierName: '', reading: 0 });
    await db.update(invoiceItems).set({ notePrice: null });
    await sweepNfeImports(fixture.server.deps);
    expect(await db.$count(nfeSigners)).toBe(0);
    expect(await rightOf(PROVEN)).toEqual(NO_RIGHT);
    await judged();
    expect(await db.$count(nfeDocuments, isNull(nfeDocuments.signerId))).toBe(0);
    expect(await isAnythingOutdated(db)).toBe(false);
    expect(await stored()).toEqual(before);
    expect(await rightOf(PROVEN)).toEqual(RIGHT);
    expect(await rightOf(SELF_MADE)).toEqual(NO_RIGHT);
  });

  it('and lines that are others on the file, or have a price, keep what they have', async () => {
    const { db } = fixture.server.deps;
    const [invoice] = await db
      .select()
      .from(invoices)
      .where(eq(invoices.key, keyOf(PROVEN)));
    const ofInvoice = eq(invoiceItems.invoiceId, invoice?.id ?? 0);
    const read = async (item: Partial<typeof invoiceItems.$inferInsert>) => {
      await db.update(invoiceItems).set(item).where(ofInvoice);
      await db.update(nfeDocuments).set({ reading: 0 });
      await judged();
      return (await db.select().from(invoiceItems).where(ofInvoice))[0]?.notePrice;
    };
    const [{ purchased, unit }] = (await db.select().from(invoiceItems).where(ofInvoice)) as [
      typeof invoiceItems.$inferSelect,
    ];
    expect(await read({ notePrice: null, purchased: '7' })).toBeNull();
    expect(await read({ notePrice: null, purchased, unit: 'XX' })).toBeNull();
    expect(await read({ notePrice: '1.23', unit })).toMatch(/^1\.230*$/);
    expect(await read({ notePrice: null })).not.toBeNull();
  });

  it('and a file that cannot be read any more is left, and not tried for ever', async () => {
    const { db } = fixture.server.deps;
    const [row] = await db
      .select()
      .from(nfeDocuments)
      .where(eq(nfeDocuments.key, keyOf(TOO_EARLY)));
    const ofRow = eq(nfeDocuments.id, row?.id ?? 0);
    await db
      .update(nfeDocuments)
      .set({ reading: 0, content: gzipSync('<x/>') })
      .where(ofRow);
    await judged();
    expect(await isAnythingOutdated(db)).toBe(false);
    const [after] = await db.select().from(nfeDocuments).where(ofRow);
    expect(after).toMatchObject({ signerId: row?.signerId, carrier: row?.carrier });
    await db
      .update(nfeDocuments)
      .set({ content: row?.content ?? Buffer.alloc(0) })
      .where(ofRow);
  });

  it('are judged by one of several processes, and never by authorities that are just changing', async () => {
    const { db } = fixture.server.deps;
    await db.update(nfeSigners).set({ judged: false });
    const count = await db.$count(nfeSigners);
    await db.transaction(async (tx) => {
      await tx.select().from(nfeSigners).for('update');
      // Another process has them all.
      expect(await judgeSome(db)).toBe(0);
    });
    let judging: Promise<number> = Promise.resolve(0);
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${nfeSigners} in share row exclusive mode`);
      const authorities = await tx.delete(nfeAuthorities).returning();
      judging = judgeSome(db);
      while (
        !(
          await db.execute(sql`select from pg_locks where not granted and relation = 'nfe_signers'::regclass`)
        ).rowCount
      )
        await pause(20);
      expect(await db.$count(nfeSigners, eq(nfeSigners.judged, true))).toBe(0);
      await tx.insert(nfeAuthorities).values(authorities.filter(({ isRoot }) => !isRoot));
      await tx.insert(nfeAuthorities).values(authorities.filter(({ isRoot }) => isRoot));
    });
    expect(await judging).toBe(count);
    expect(await rightOf(PROVEN)).toEqual(RIGHT);
  });

  it('are unproven at once when the root leaves, before anything is judged again', async () => {
    const { server, token } = fixture;
    const [first] = (await shown()).certificados;
    expect((await server.call('DELETE', `${PATH}/${first.id}`, { token })).status).toBe(200);
    await parameter('NAO_DA_DIREITO');
    expect(await rightOf(PROVEN)).toEqual(NO_RIGHT);
    await judged();
    expect((await shown()).motivos).toContainEqual({
      motivo: expect.stringContaining('não chega a uma raiz'),
      assinantes: 2,
    });
    await parameter('ATE_HAVER_CERTIFICADOS');
    expect(await rightOf(PROVEN)).toEqual(MARKED);
    expect((await server.call('DELETE', `${PATH}/${first.id}`, { token })).status).toBe(404);
  });

  it('are judged by the file that the server is set up with, too', async () => {
    const { work, server } = fixture;
    const file = path.join(server.deps.settings.dataDir, 'cadeia.pem');
    writeFileSync(file, root.pem);
    await addConfiguredAuthorities({ ...work, settings: { ...work.settings, nfeChainFile: file } });
    await judged();
    expect(await rightOf(PROVEN)).toEqual(RIGHT);
    // A file that is gone stops nothing.
    await addConfiguredAuthorities({ ...work, settings: { ...work.settings, nfeChainFile: `${file}.gone` } });
  });
});
