import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { call } from '#contract/expression/tree.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import {
  auditLog,
  definitions,
  definitionVersions,
  files,
  roles,
  ticketAttachments,
  ticketEvents,
  tickets,
} from '#server/db/tables/index.ts';
import { sweepOrphanFiles } from '#server/storedFiles.ts';
import { PDF, type StepsFixture, stepsFixture } from './steps/stepsFixture.ts';
import { addAttachment } from './ticketFixture.ts';

// Extra fields of tickets that keep files, at each door by which a file could come in or be read.

type Who = keyof StepsFixture['tokens'];

const FIELDS: ExtraField[] = [
  { chave: 'laudo', titulo: 'Laudo', tipo: 'ARQUIVO', tamanho: 2, coluna: true, exportar: true },
  { chave: 'fotos', titulo: 'Fotos', tipo: 'ARQUIVO', publico: true },
  { chave: 'exame', titulo: 'Exame', tipo: 'ARQUIVO', pessoal: true },
  {
    ...{ chave: 'parecer', titulo: 'Parecer', tipo: 'TEXT' },
    obrigatorioSe: call('maior', { campo: 'laudo' }, { numero: '0' }),
  },
];

let fixture: StepsFixture;
beforeAll(async () => {
  fixture = await stepsFixture();
  const { db } = fixture.server.deps;
  const content = { formato: 2, id: 'ticket', titulo: 'Campos', campos: FIELDS };
  await db
    .insert(definitionVersions)
    .values({ kind: 'fields', key: 'ticket', version: 1000, content, hash: 'files', source: 'ESTUDIO' });
  await db.update(definitions).set({ publishedVersion: 1000 }).where(sql`kind = 'fields' and key = 'ticket'`);
});
afterAll(() => fixture?.close());

const db = () => fixture.server.deps.db;
const uploaded = async (name = 'laudo.pdf', who: 'ADMIN' | 'OPERADOR' | 'CONSUMIDOR_FINAL' = 'ADMIN') =>
  (await fixture.upload(name, PDF, who)).body.data as { id: string; nome: string };
const put = async (id: number, valores: object, who: Who = 'ADMIN') => {
  const { body } = await fixture.get(`tickets/${id}/campos-adicionais`, who);
  return fixture.server.call('PUT', `/sac/tickets/${id}/campos-adicionais`, {
    token: fixture.tokens[who],
    body: { versao: body.versao ?? 1, valores },
  });
};
const act = async (id: number, name: string, body: object) =>
  fixture.post(`tickets/${id}/${name}`, {
    versao: (await fixture.get(`tickets/${id}`)).body.data.versao,
    ...body,
  });
const read = (id: number, field: string, file: string, who: Who = 'ADMIN') =>
  fixture.get(`tickets/${id}/campos-adicionais/${field}/${file}`, who);
const rowOf = async (id: string) => (await db().select().from(files).where(eq(files.id, id)))[0];
const storedFields = async (id: number) =>
  (await db().select().from(tickets).where(eq(tickets.id, id)))[0]?.extraFields;

describe('a field that keeps files', () => {
  it('takes an upload of the person once, tells its name, and is downloaded', async () => {
    const id = await fixture.addTicket();
    const file = await uploaded();
    const answer = await put(id, { laudo: [{ id: file.id, nome: 'outro.exe' }], parecer: 'Trincado' });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(answer.body.exibicao[0]).toMatchObject({ chave: 'laudo', texto: 'laudo.pdf' });
    // What the caller says of a file is not believed.
    expect(answer.body.valores.laudo).toEqual([
      { id: file.id, mime: 'application/pdf', nome: 'laudo.pdf', tamanho: PDF.length },
    ]);
    const got = await read(id, 'laudo', file.id);
    expect([got.status, got.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="laudo.pdf"/),
    ]);
    expect((await rowOf(file.id))?.linkedAt).not.toBeNull();
    const [event] = await db()
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(asc(ticketEvents.id));
    expect([event?.note, event?.internal]).toEqual(['Laudo: laudo.pdf; Parecer: Trincado', true]);
    // It is no attachment of the conversation.
    expect((await fixture.get(`tickets/${id}/anexos`)).body).toEqual([]);
    expect((await fixture.get(`tickets/${id}`)).body.data.totalAnexos).toBe(0);
    const again = await put(id, { laudo: [{ id: file.id }], parecer: 'Trincado' });
    expect(again.body.versao).toBe(answer.body.versao);
    const list = await fixture.get(`tickets?termo=${id}`);
    expect(list.body.itens[0].campos.laudo).toBe('laudo.pdf');
    const sheet = await fixture.server.call('POST', '/sac/tickets/exportar', {
      token: fixture.tokens.ADMIN,
      body: { formato: 'csv', filtros: { termo: String(id) } },
    });
    expect(sheet.body).toMatch(/laudo\.pdf/);
  });

  it('refuses a file of somebody else, of another ticket, used elsewhere or of no upload', async () => {
    const [id, other] = [await fixture.addTicket(), await fixture.addTicket()];
    const used = await uploaded();
    expect((await put(other, { fotos: [{ id: used.id }] })).status).toBe(200);
    const attached = await addAttachment(fixture, { ticketId: other, name: 'conversa.pdf' });
    const [attachment] = await db()
      .select()
      .from(ticketAttachments)
      .where(eq(ticketAttachments.id, attached));
    const foreign = await uploaded('alheio.pdf', 'OPERADOR');
    for (const file of [used.id, attachment?.fileId, foreign.id, '00000000-0000-4000-8000-000000000000']) {
      const refused = await put(id, { fotos: [{ id: file }] });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { fotos: 'Arquivo não encontrado. Envie-o de novo.' },
      ]);
      expect((await read(id, 'fotos', String(file))).status).toBe(404);
    }
    for (const value of ['x', [file('x')], [used.id], [{ ...used, mais: 1 }], [{ nome: 'a.pdf' }]])
      expect(Object.keys((await put(id, { fotos: value })).body.errors)).toEqual(['fotos']);
    const many = [await uploaded(), await uploaded(), await uploaded()];
    const refused = await put(id, { laudo: many, parecer: 'x' });
    expect(refused.body.errors).toEqual({ laudo: 'Anexe no máximo 2 arquivos' });
    const written = and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(id)));
    expect([await storedFields(id), await db().$count(auditLog, written)]).toEqual([{}, 0]);
    expect((await rowOf(foreign.id))?.linkedAt).toBeNull();
    // The same id twice is one file.
    const twice = await put(id, { fotos: [many[0], many[0]] });
    expect(twice.body.valores.fotos).toHaveLength(1);
  });

  it('keeps what another person put there, and gives up what is taken out', async () => {
    const id = await fixture.addTicket();
    const [first, second] = [await uploaded('um.pdf'), await uploaded('dois.pdf', 'OPERADOR')];
    expect((await put(id, { fotos: [first] })).status).toBe(200);
    const added = await put(id, { fotos: [first, second] }, 'OPERADOR');
    expect([added.status, added.body.exibicao[1].texto]).toEqual([200, 'um.pdf, dois.pdf']);
    expect((await put(id, { fotos: [second] })).status).toBe(200);
    expect((await read(id, 'fotos', first.id)).status).toBe(404);
    expect((await rowOf(first.id))?.linkedAt).toBeNull();
    await db()
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(inArray(files.id, [first.id, second.id]));
    await sweepOrphanFiles(fixture.server.deps);
    expect([await rowOf(first.id), (await rowOf(second.id))?.name]).toEqual([undefined, 'dois.pdf']);
    expect((await read(id, 'fotos', second.id)).status).toBe(200);
  });

  it('leaves what is taken out for a day to whoever took it out, who may put it back', async () => {
    const id = await fixture.addTicket();
    const file = await uploaded('um.pdf');
    expect((await put(id, { fotos: [file] })).status).toBe(200);
    // It has been in the field for longer than unused uploads are kept.
    await db()
      .update(files)
      .set({ createdAt: new Date(0) })
      .where(eq(files.id, file.id));
    expect((await put(id, { fotos: [] }, 'OPERADOR')).status).toBe(200);
    await sweepOrphanFiles(fixture.server.deps);
    expect(await rowOf(file.id)).toMatchObject({
      linkedAt: null,
      ownerId: fixture.people.OPERADOR,
    });
    expect((await put(id, { fotos: [file] })).body.errors).toEqual({
      fotos: 'Arquivo não encontrado. Envie-o de novo.',
    });
    expect((await put(id, { fotos: [file] }, 'OPERADOR')).status).toBe(200);
    expect((await read(id, 'fotos', file.id)).status).toBe(200);
  });

  it('is read by those who read the field', async () => {
    const id = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    const [laudo, foto, exame] = [await uploaded(), await uploaded('foto.pdf'), await uploaded('exame.pdf')];
    expect((await put(id, { laudo: [laudo], parecer: 'x', fotos: [foto], exame: [exame] })).status).toBe(200);
    expect((await read(id, 'laudo', laudo.id, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await read(id, 'laudo', laudo.id, 'CONSUMIDOR_FINAL')).status).toBe(404);
    // Under the key of a field that they read.
    expect((await read(id, 'fotos', laudo.id, 'CONSUMIDOR_FINAL')).status).toBe(404);
    expect((await read(id, 'fotos', foto.id, 'CONSUMIDOR_FINAL')).status).toBe(200);
    expect((await read(await fixture.addTicket(), 'fotos', foto.id)).status).toBe(404);
    const [role] = await db().select().from(roles).where(eq(roles.key, 'ADMIN'));
    const grants = (role?.grants ?? []).map((one) => ({ ...one, autorizado: one.nome !== 'DADOS_PESSOAIS' }));
    await db().update(roles).set({ grants }).where(eq(roles.key, 'ADMIN'));
    try {
      expect((await read(id, 'exame', exame.id)).status).toBe(404);
      expect((await put(id, { laudo: [laudo], parecer: 'x', fotos: [foto] })).status).toBe(200);
    } finally {
      await db()
        .update(roles)
        .set({ grants: role?.grants ?? [] })
        .where(eq(roles.key, 'ADMIN'));
    }
    expect((await read(id, 'exame', exame.id)).status).toBe(200);
  });

  it('goes to one ticket, and not to many at once', async () => {
    const ids = [await fixture.addTicket(), await fixture.addTicket()];
    const refused = await fixture.post('tickets/lote/avancar', {
      ids,
      dados: { campos: { fotos: [await uploaded()] } },
    });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['campos']]);
  });

  it('is asked for its number of files by the conditions of other fields', async () => {
    const id = await fixture.addTicket();
    const refused = await put(id, { laudo: [await uploaded()] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['parecer']]);
    expect((await put(id, { laudo: [] })).status).toBe(200);
  });

  it('stays with its ticket when that is merged into another or divided', async () => {
    const [a, b] = [
      await fixture.returning('ABERTURA', ['1']),
      await fixture.returning('ABERTURA', ['1', '1']),
    ];
    const file = await uploaded();
    expect((await put(b.id, { fotos: [file], parecer: 'x' })).status).toBe(200);
    expect((await fixture.get(`tickets/${b.id}/dividir`)).body.arquivos).toEqual([]);
    const part = await act(b.id, 'dividir', { produtos: [b.lineIds[1]], mensagens: [], arquivos: [] });
    expect([part.status, part.body.error]).toEqual([200, undefined]);
    expect(await storedFields(part.body.data.novo)).toEqual({ parecer: 'x' });
    expect((await read(part.body.data.novo, 'fotos', file.id)).status).toBe(404);
    const { versao } = (await fixture.get(`tickets/${b.id}`)).body.data;
    const merged = await act(a.id, 'juntar', { tickets: [{ id: b.id, versao }] });
    expect([merged.status, merged.body.error]).toEqual([200, undefined]);
    expect((await read(b.id, 'fotos', file.id)).status).toBe(200);
    expect((await fixture.get(`tickets/${a.id}/anexos`)).body).toEqual([]);
  });
});

const file = (id: string) => ({ id, nome: 'a.pdf', mime: 'application/pdf', tamanho: 1 });
