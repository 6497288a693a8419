import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { drafts } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let token: string;
let other: string;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  token = await server.sessionOf(persons.people.OPERADOR);
  other = await server.sessionOf(persons.people.VENDEDOR);
});
afterAll(() => server?.close());

const address = (object: string) => `/config/rascunhos/${object}`;
const read = async (object: string, as = token) =>
  (await server.call('GET', address(object), { token: as })).body.data;
const save = (object: string, conteudo: unknown, versao?: number) =>
  server.call('PUT', address(object), {
    token,
    body: { conteudo, ...(versao !== undefined && { versao }) },
  });

describe('stored draft', () => {
  it('is returned as it was saved, with a version that grows by each save', async () => {
    expect(await read('ticket-novo')).toBeNull();
    const content = { mensagem: 'Chegou quebrado', itens: [{ qtd: '1.5' }] };
    expect((await save('ticket-novo', content)).body.data.versao).toBe(1);
    expect((await save('ticket-novo', { ...content, mensagem: 'Chegou' })).body.data.versao).toBe(2);
    expect(await read('ticket-novo')).toMatchObject({
      objeto: 'ticket-novo',
      conteudo: { ...content, mensagem: 'Chegou' },
      versao: 2,
    });
  });

  it('belongs to one person and one object', async () => {
    await save('ticket-7-resposta', 'minha resposta');
    expect(await read('ticket-7-resposta', other)).toBeNull();
    expect(await read('ticket-8-resposta')).toBeNull();
    expect((await server.call('DELETE', address('ticket-7-resposta'), { token: other })).status).toBe(200);
    expect((await read('ticket-7-resposta')).conteudo).toBe('minha resposta');
  });

  it.each([
    ['nothing', null],
    ['a text', 'oi'],
    ['a number', 0],
    ['a list', [1, null]],
  ])('can be %s', async (_what, content) => {
    expect((await save('forma', content)).status).toBe(200);
    expect((await read('forma')).conteudo).toEqual(content);
  });

  it('loses only characters that cannot be stored', async () => {
    const { status } = await save('estranho', { texto: 'a\u0000b\ud800c 😀\n\td', '<b>': '<script>' });
    expect(status).toBe(200);
    expect((await read('estranho')).conteudo).toEqual({ texto: 'abc 😀\n\td', '<b>': '<script>' });
  });

  it('answers 409 with the current content to a page with an old version, and keeps it', async () => {
    await save('corrida', 'um', 0);
    await save('corrida', 'dois', 1);
    const late = await save('corrida', 'três', 1);
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'CONFLITO', atual: { conteudo: 'dois', versao: 2 } });
    expect((await save('corrida', 'outro começo', 0)).status).toBe(409);
    expect((await read('corrida')).conteudo).toBe('dois');
  });

  it('is not restored by a late save after it was discarded', async () => {
    await save('enviado', 'texto');
    await server.call('DELETE', address('enviado'), { token });
    const late = await save('enviado', 'texto mais longo', 1);
    expect([late.status, late.body.atual]).toEqual([409, null]);
    expect(await read('enviado')).toBeNull();
  });

  it('accepts one of ten devices that save over the same version', async () => {
    await save('dez', 'base');
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => save('dez', `aparelho ${n}`, 1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await read('dez')).versao).toBe(2);
  });

  it('is rejected with a message when it is one too many, and displaces no other', async () => {
    const { db } = server.deps;
    const rows = Array.from({ length: 2000 }, (_, n) => ({
      personId: persons.people.OPERADOR,
      object: `velho-${n}`,
      content: n,
      updatedAt: server.deps.now(),
    }));
    await db.delete(drafts).where(eq(drafts.personId, persons.people.OPERADOR));
    await db.insert(drafts).values(rows);
    expect((await save('velho-199', 'tocado')).status).toBe(200);
    const over = await save('novo', 'x');
    expect([over.status, over.body.code]).toEqual([413, 'RASCUNHOS_DEMAIS']);
    expect(await read('novo')).toBeNull();
    expect(await db.$count(drafts, eq(drafts.personId, persons.people.OPERADOR))).toBe(2000);
    await db.delete(drafts).where(eq(drafts.personId, persons.people.OPERADOR));
  });

  it('is put aside as a whole, listed beside the current one, and deleted by its own name', async () => {
    const keep = (versao: number, as = token) =>
      server.call('POST', `${address('aparte')}/guardar`, { token: as, body: { versao } });
    const all = async () => (await server.call('GET', address('aparte'), { token })).body;
    await save('aparte', { deOutraVersao: true });
    expect((await keep(1, other)).status).toBe(409);
    expect((await keep(7)).body).toMatchObject({ code: 'CONFLITO', atual: { versao: 1 } });
    const { objeto } = (await keep(1)).body.data;
    expect(await all()).toMatchObject({ data: null, guardados: [{ objeto }] });
    expect((await read(objeto)).conteudo).toEqual({ deOutraVersao: true });

    expect((await save('aparte', 'o seguinte', 0)).body.data.versao).toBe(1);
    await server.call('DELETE', address('aparte'), { token });
    expect((await all()).guardados).toHaveLength(1);
    await server.call('DELETE', address(objeto), { token });
    expect(await all()).toEqual({ data: null, guardados: [] });
  });

  it('can have 256 KiB, and not one byte more', async () => {
    expect((await save('grande', 'x'.repeat(256 * 1024 - 2))).status).toBe(200);
    const over = await save('grande', 'x'.repeat(256 * 1024 - 1));
    expect([over.status, over.body.code]).toEqual([413, 'RASCUNHO_GRANDE']);
    expect((await read('grande')).versao).toBe(1);
  });

  it.each(['Ticket', 'a_b', '../x', 'x'.repeat(81), '%00'])('has no object named %s', async (object) => {
    expect((await server.call('GET', address(encodeURIComponent(object)), { token })).status).toBe(404);
  });

  it('rejects an unknown field, and answers 401 without a session', async () => {
    const body = { conteudo: 1, pessoa: 2 };
    expect((await server.call('PUT', address('a'), { token, body })).body.errors).toEqual({
      pessoa: 'Campo desconhecido: retire-o e envie de novo.',
    });
    expect((await server.call('GET', address('a'))).status).toBe(401);
  });
});
