import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import type { User } from '#server/context.ts';
import { auditLog, customerFiles, customers, files, roles } from '#server/db/tables/index.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { sweepOrphanFiles } from '#server/storedFiles.ts';
import {
  goodPerson,
  type RegistrationFixture,
  registrationFixture,
} from '../../sac/registration/registrationFixture.ts';
import { sendForm } from '../../sac/returnsFixture.ts';
import { PDF } from '../../sac/tickets/steps/stepsFixture.ts';
import { hold } from './conditionedFields.ts';

// Extra fields of customers that keep files, at each door by which a file could come in or be read.

type Who = keyof RegistrationFixture['tokens'];

const FIELDS: ExtraField[] = [
  { chave: 'contrato', titulo: 'Contrato', tipo: 'ARQUIVO', tamanho: 2, coluna: true, exportar: true },
  { chave: 'exame', titulo: 'Exame', tipo: 'ARQUIVO', pessoal: true },
];

let fixture: RegistrationFixture;
let folder: string;
beforeAll(async () => {
  fixture = await registrationFixture();
  folder = await mkdtemp(path.join(os.tmpdir(), 'fichas-'));
  Object.assign(fixture.server.deps.settings, { dataDir: folder });
  fixture.server.deps.files = folderStore(folder);
  await hold(fixture.server.deps.db, 'cliente', FIELDS);
});
afterAll(async () => {
  await fixture?.server.close();
  await rm(folder, { recursive: true, force: true });
});

const db = () => fixture.server.deps.db;
const first = () => fixture.customerIds.first;
const uploaded = async (name = 'contrato.pdf', who: Who = 'ADMIN') =>
  (
    await sendForm(fixture, '/config/arquivos', fixture.tokens[who], [
      ['finalidade', 'NOTA_DEVOLUCAO'],
      ['arquivo', [PDF, name]],
    ])
  ).body.data as { id: string; nome: string };
const put = async (id: number, valores: object, who: Who = 'ADMIN') =>
  fixture.server.call('PUT', `/sac/clientes/${id}/campos-adicionais`, {
    token: fixture.tokens[who],
    body: { versao: (await rowOf(id))?.version, valores },
  });
const read = (id: number, field: string, file: string, who: Who = 'ADMIN') =>
  fixture.get(`clientes/${id}/campos-adicionais/${field}/${file}`, who);
const rowOf = async (id: number) => (await db().select().from(customers).where(eq(customers.id, id)))[0];
const fileOf = async (id: string) => (await db().select().from(files).where(eq(files.id, id)))[0];
const linked = async (id: number) =>
  (await db().select().from(customerFiles).where(eq(customerFiles.customerId, id))).map(
    ({ fileId }) => fileId,
  );
const NOT_FOUND = 'Arquivo não encontrado. Envie-o de novo.';

describe('a field of a customer that keeps files', () => {
  it('takes an upload of the person once, tells its name at each door, and is downloaded', async () => {
    const file = await uploaded();
    const answer = await put(first(), { contrato: [{ id: file.id, nome: 'outro.exe' }] });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(answer.body.valores.contrato).toEqual([
      { id: file.id, mime: 'application/pdf', nome: 'contrato.pdf', tamanho: PDF.length },
    ]);
    const got = await read(first(), 'contrato', file.id);
    expect([got.status, got.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="contrato.pdf"/),
    ]);
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'customers'), eq(auditLog.entityId, String(first()))))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry?.after).toEqual({ contrato: 'contrato.pdf' });
    const list = await fixture.get('clientes');
    expect(JSON.stringify(list.body)).toContain('contrato.pdf');
    const sheet = await fixture.server.call('POST', '/sac/clientes/exportar', {
      token: fixture.tokens.ADMIN,
      body: { formato: 'csv', filtros: {} },
    });
    expect([sheet.status, sheet.body]).toEqual([200, expect.stringContaining('contrato.pdf')]);
    const same = await put(first(), { contrato: [{ id: file.id }] });
    expect(same.body.versao).toBe(answer.body.versao);
    const key = await fixture.server.call('GET', `/dados/v1/clientes/${(await rowOf(first()))?.document}`, {
      token: fixture.tokens.ADMIN,
    });
    expect([key.status, JSON.stringify(key.body)]).toEqual([200, expect.stringContaining('contrato.pdf')]);
    expect(JSON.stringify(key.body)).not.toContain(file.id);
    expect((await put(first(), { contrato: [] })).status).toBe(200);
  });

  it('refuses a file of somebody else, of another customer, or of no upload', async () => {
    const other = fixture.customerIds.consumer;
    const used = await uploaded();
    expect((await put(other, { contrato: [used] })).status).toBe(200);
    const foreign = await uploaded('alheio.pdf', 'OPERADOR');
    const before = await rowOf(first());
    for (const id of [used.id, foreign.id, '00000000-0000-4000-8000-000000000000']) {
      const refused = await put(first(), { contrato: [{ id }] });
      expect([refused.status, refused.body.errors]).toEqual([422, { contrato: NOT_FOUND }]);
      expect((await read(first(), 'contrato', id)).status).toBe(404);
    }
    expect(await rowOf(first())).toEqual(before);
    expect((await fileOf(foreign.id))?.linkedAt).toBeNull();
  });

  it('is read by those who see the customer and the field', async () => {
    const [contrato, exame] = [await uploaded(), await uploaded('exame.pdf')];
    const id = fixture.customerIds.consumer;
    expect((await put(id, { contrato: [contrato], exame: [exame] })).status).toBe(200);
    expect((await read(id, 'contrato', contrato.id, 'OPERADOR')).status).toBe(200);
    expect((await read(id, 'contrato', contrato.id, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await read(id, 'contrato', contrato.id, 'REPRESENTANTE')).status).toBe(404);
    // The consumer whose registration it is reads none of its fields.
    expect((await read(id, 'contrato', contrato.id, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await read(id, 'exame', contrato.id)).status).toBe(404);
    expect((await read(first(), 'contrato', contrato.id)).status).toBe(404);
    const [role] = await db().select().from(roles).where(eq(roles.key, 'ADMIN'));
    const grants = (role?.grants ?? []).map((one) => ({ ...one, autorizado: one.nome !== 'DADOS_PESSOAIS' }));
    await db().update(roles).set({ grants }).where(eq(roles.key, 'ADMIN'));
    try {
      expect((await read(id, 'exame', exame.id)).status).toBe(404);
      // What this person does not see is not taken out by what they send.
      expect((await put(id, { contrato: [] })).status).toBe(200);
    } finally {
      await db()
        .update(roles)
        .set({ grants: role?.grants ?? [] })
        .where(eq(roles.key, 'ADMIN'));
    }
    expect((await read(id, 'exame', exame.id)).status).toBe(200);
    expect((await put(id, {})).status).toBe(200);
  });

  it('leaves what is taken out for a day to whoever took it out, who may put it back', async () => {
    const file = await uploaded();
    expect((await put(first(), { contrato: [file] })).status).toBe(200);
    await db()
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(eq(files.id, file.id));
    expect((await put(first(), { contrato: [] }, 'SUPERVISOR')).status).toBe(200);
    expect([await linked(first()), (await read(first(), 'contrato', file.id)).status]).toEqual([[], 404]);
    await sweepOrphanFiles(fixture.server.deps);
    expect((await put(first(), { contrato: [file] })).body.errors).toEqual({ contrato: NOT_FOUND });
    expect((await put(first(), { contrato: [file] }, 'SUPERVISOR')).status).toBe(200);
    expect((await read(first(), 'contrato', file.id)).status).toBe(200);
    expect((await put(first(), { contrato: [] })).status).toBe(200);
    await db()
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(eq(files.id, file.id));
    await sweepOrphanFiles(fixture.server.deps);
    expect(await fileOf(file.id)).toBeUndefined();
  });

  it('is neither filled nor emptied by a sheet or a call, which name it', async () => {
    const file = await uploaded();
    expect((await put(first(), { contrato: [file] })).status).toBe(200);
    const { document: documento } = (await rowOf(first())) ?? {};
    const written = async (contrato: unknown) => {
      const user = (await personById(db(), fixture.people.ADMIN)) as User;
      return db().transaction(async (tx) => {
        const ctx = { user, ip: '', requestId: 'test', now: fixture.server.deps.now };
        const [result] = await saveRecords(
          tx,
          ctx,
          await mappedType(tx, 'clientes'),
          [{ dados: { documento, camposAdicionais: { contrato } } as never }],
          { from: 'ERP', mergeGroups: true },
        );
        return result;
      });
    };
    expect(await written('contrato.pdf')).toMatchObject({ resultado: 'igual' });
    for (const other of ['novo.pdf', null])
      expect(await written(other)).toMatchObject({
        resultado: 'recusado',
        erros: {
          'camposAdicionais/contrato': 'Arquivos se incluem e se retiram só na ficha do cliente.',
        },
      });
    expect(await linked(first())).toEqual([file.id]);
    expect((await put(first(), { contrato: [] })).status).toBe(200);
  });

  it('is asked for at registration, and goes when the person asks to be forgotten', async () => {
    const [own, foreign] = [await uploaded('um.pdf', 'OPERADOR'), await uploaded('alheio.pdf')];
    const person = (contrato: object[]) => goodPerson(fixture, { camposAdicionais: { contrato } });
    const refused = await fixture.post('/sac/clientes', person([{ id: foreign.id }]));
    expect([refused.status, refused.body.errors]).toEqual([422, { 'camposAdicionais.contrato': NOT_FOUND }]);
    const { body, status } = await fixture.post('/sac/clientes', person([{ id: own.id }]));
    expect([status, body.errors]).toEqual([200, undefined]);
    const { id } = body.data;
    expect([await linked(id), (await read(id, 'contrato', own.id)).status]).toEqual([[own.id], 200]);
    const shown = await fixture.server.call('GET', `/config/titulares/CLIENTE/${id}`, {
      token: fixture.tokens.ADMIN,
    });
    expect(shown.status).toBe(200);
    const erased = await fixture.server.call('POST', `/config/titulares/CLIENTE/${id}/eliminar`, {
      token: fixture.tokens.ADMIN,
      body: { nome: (await rowOf(id))?.legalName, motivo: 'Pedido' },
    });
    expect([erased.status, erased.body.error]).toEqual([200, undefined]);
    expect([(await rowOf(id))?.extraFields, await linked(id)]).toEqual([{}, []]);
    expect((await read(id, 'contrato', own.id)).status).toBe(404);
    await sweepOrphanFiles(fixture.server.deps);
    expect(await fileOf(own.id)).toBeUndefined();
  });

  it('follows a customer that is merged, and each has what it still has when that is undone', async () => {
    const { body } = await fixture.post('/callcenter/clientes/pre-cadastro', {
      ...{ razSoc: 'Primeiro contato', fant: 'Contato', nomeContato: 'Ana' },
      ...{ telefone: '1133445566', email: 'ana@exemplo.com.br' },
    });
    expect(body.error).toBeUndefined();
    const from = body.data.id as number;
    const [kept, gone] = [await uploaded('fica.pdf'), await uploaded('sai.pdf')];
    expect((await put(from, { contrato: [kept, gone] })).status).toBe(200);
    const act = async (name: string, sent: object) => {
      const { status, body: answer } = await fixture.post(`/callcenter/clientes/${first()}/${name}`, sent, {
        as: 'SUPERVISOR',
      });
      expect([name, status, answer.error]).toEqual([name, 200, undefined]);
    };
    await act('unir', { outro: { id: from } });
    expect((await read(first(), 'contrato', kept.id)).status).toBe(200);
    expect((await put(first(), { contrato: [kept] })).status).toBe(200);
    await act('desfazer-uniao', { cliente: from });
    const held = async (id: number) =>
      ((await rowOf(id))?.extraFields.contrato as { id: string }[] | undefined)?.map((each) => each.id) ?? [];
    expect([await held(from), await linked(from)]).toEqual([[kept.id], [kept.id]]);
    expect([await held(first()), await linked(first())]).toEqual([[], []]);
    const rows = await db()
      .select()
      .from(files)
      .where(inArray(files.id, [kept.id, gone.id]));
    expect(rows.filter(({ linkedAt }) => linkedAt !== null).map(({ id }) => id)).toEqual([kept.id]);
  });
});
