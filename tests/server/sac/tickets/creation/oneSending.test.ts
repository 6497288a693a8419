import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { DRAFT_SENT, personChannel } from '#contract/realtime.ts';
import { draftEndings, drafts, realtimeEvents, tickets } from '#server/db/tables/index.ts';
import { type ReturnsFixture, returnsFixture, uploaded } from '../../returnsFixture.ts';
import { goodQuestion, goodReturn } from './newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

const db = () => fixture.server.deps.db;
const OBJECT = '/config/rascunhos/ticket-novo';
const save = async (conteudo: unknown, versao: number, id?: string) =>
  fixture.server.call('PUT', OBJECT, {
    token: fixture.tokens.OPERADOR,
    body: { conteudo, versao, ...(id && { id }) },
  });
const send = (
  draft: string,
  body: object = goodQuestion(fixture),
  { as = 'OPERADOR' as keyof ReturnsFixture['tokens'], key = '' } = {},
) =>
  fixture.server.call('POST', '/sac/tickets', {
    token: fixture.tokens[as],
    body,
    headers: { rascunho: draft, ...(key && { 'idempotency-key': key }) },
  });
const newDraft = async (): Promise<string> => {
  await fixture.server.call('DELETE', OBJECT, { token: fixture.tokens.OPERADOR });
  return (await save({ mensagem: 'x' }, 0)).body.data.id;
};

describe('sending a draft', () => {
  it('is possible once: whatever the body, key or person, others hear what it became', async () => {
    const id = await newDraft();
    const before = await db().$count(tickets);
    const first = await send(id, goodQuestion(fixture), { key: 'um' });
    expect(first.status).toBe(200);
    const number = String(first.body.data.id);
    const later = [
      await send(id, goodQuestion(fixture), { key: 'dois' }),
      await send(id, goodReturn(fixture)),
      await send(id, goodQuestion(fixture, { mensagem: 'outra' }), { key: 'um' }),
      await send(`${id}/7`, goodQuestion(fixture), { as: 'SUPERVISOR' }),
      await send(id, goodQuestion(fixture, { idCli: 999_999 })),
    ];
    for (const { status, body } of later) {
      expect([status, body.code]).toEqual([409, 'RASCUNHO_ENVIADO']);
      expect(body.enviado).toMatchObject({
        rascunho: id,
        numero: number,
        texto: `Enviado como ticket ${number}`,
        link: `/tickets/${number}`,
        por: { id: fixture.people.OPERADOR },
      });
    }
    expect(await db().$count(tickets)).toBe(before + 1);
    const repeated = await send(id, goodQuestion(fixture), { key: 'um' });
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    const events = await db().select().from(realtimeEvents).where(eq(realtimeEvents.event, DRAFT_SENT));
    expect(events.map(({ channels, data }) => [channels, data])).toEqual([
      [[personChannel(fixture.people.OPERADOR)], expect.objectContaining({ rascunho: id, numero: number })],
    ]);
  });

  it('is won by one of six pages at once', async () => {
    const id = await newDraft();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send(id, undefined, { key: `g${n}` })),
    );
    const late = answers.filter(({ status }) => status !== 200);
    expect(late.map(({ status, body }) => [status, body.code, body.enviado?.rascunho])).toEqual(
      Array.from({ length: 5 }, () => [409, 'RASCUNHO_ENVIADO', id]),
    );
    expect(await db().$count(draftEndings, eq(draftEndings.draftId, id))).toBe(1);
  });

  it('stays possible after a refusal', async () => {
    const id = await newDraft();
    expect((await send(id, goodQuestion(fixture, { mensagem: '' }))).status).toBe(422);
    expect(await db().$count(drafts, eq(drafts.draftId, id))).toBe(1);
    expect((await send(id)).status).toBe(200);
  });

  it('says that it was sent, not that its files are gone', async () => {
    const id = await newDraft();
    const arquivos = [await uploaded(fixture, fixture.tokens.OPERADOR, 1)];
    expect((await send(id, goodQuestion(fixture, { arquivos }))).status).toBe(200);
    expect((await send(id, goodQuestion(fixture, { arquivos }))).body.code).toBe('RASCUNHO_ENVIADO');
  });

  it('keeps what was typed after the end as a new draft', async () => {
    const id = await newDraft();
    await send(`${id}/1`);
    const late = await save({ mensagem: 'depois' }, 1, id);
    expect([late.status, late.body.code, late.body.enviado.rascunho]).toEqual([409, 'RASCUNHO_ENVIADO', id]);
    const next = await save({ mensagem: 'depois' }, 0, crypto.randomUUID());
    expect((await send(next.body.data.id)).status).toBe(200);
  });

  it('keeps what another page had saved beside the sent version', async () => {
    const id = await newDraft();
    expect((await save({ mensagem: 'na outra' }, 1, id)).body.data.versao).toBe(2);
    expect((await send(`${id}/1`)).status).toBe(200);
    const [left] = await db().select().from(drafts).where(eq(drafts.object, 'ticket-novo'));
    expect(left).toMatchObject({ content: { mensagem: 'na outra' }, version: 2 });
    expect(left?.draftId).not.toBe(id);
  });

  it('gives each copy of a draft its own version, so that the other one is kept', async () => {
    const id = await newDraft();
    await fixture.server.call('POST', `${OBJECT}/guardar`, {
      token: fixture.tokens.OPERADOR,
      body: { versao: 1 },
    });
    expect((await save({ mensagem: 'b' }, 0, id)).body.data).toMatchObject({ id, versao: 2 });
    await send(`${id}/1`);
    const left = await db().select().from(drafts).where(eq(drafts.object, 'ticket-novo'));
    expect(left).toMatchObject([{ content: { mensagem: 'b' } }]);
  });

  it('refuses a header that names no draft', async () => {
    expect((await send('qualquer')).body).toMatchObject({ code: 'DADOS_INVALIDOS' });
  });
});
