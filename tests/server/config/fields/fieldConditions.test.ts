import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { call } from '#contract/expression/tree.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { documentKind } from '#contract/rules/documents.ts';
import type { ExtraField } from '#contract/rules/fields/extraField.ts';
import { loadDefinitions } from '#server/config/definitions/load.ts';
import { fieldsKind } from '#server/config/fields/rules.ts';
import type { User } from '#server/context.ts';
import { customers, records, tickets } from '#server/db/tables/index.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TicketFixture, ticketFixture } from '../../sac/tickets/ticketFixture.ts';
import { campo, extra, hold, is, KEY, REPAIRS, repairs, site } from './conditionedFields.ts';

// Conditions and formulas of fields at each door through which a value comes in.

let fixture: TicketFixture;
let folder: string;
beforeAll(async () => {
  fixture = await ticketFixture();
  folder = await mkdtemp(path.join(os.tmpdir(), 'obras-'));
  await mkdir(path.join(folder, 'records'));
  for (const type of [site, repairs])
    await writeFile(path.join(folder, 'records', `${type.chave}.json`), JSON.stringify(type));
  const { db } = fixture.server.deps;
  await hold(
    db,
    'cliente',
    extra.map(({ publico: _, ...field }) => field),
  );
  await hold(db, 'ticket', extra);
  const { broken, postponed } = await loadDefinitions(fixture.server.deps.db, folder, {
    ...fixture.server.deps,
    user: null,
  });
  expect({ broken, postponed }).toEqual({ broken: [], postponed: [] });
});
afterAll(async () => {
  await fixture?.server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes records as a file or another system does. */
async function written(type: string, dados: object) {
  const { db, now } = fixture.server.deps;
  const user = (await personById(db, fixture.people.ADMIN)) as User;
  return db.transaction(async (tx) => {
    const ctx = { user, ip: '', requestId: 'test', now };
    const [result] = await saveRecords(tx, ctx, await mappedType(tx, type), [{ dados: dados as never }], {
      from: 'ERP',
      mergeGroups: true,
    });
    return result;
  });
}

describe('extra fields', () => {
  const company = async () => {
    const { db } = fixture.server.deps;
    const rows = await db.select({ id: customers.id, document: customers.document }).from(customers);
    const of = (kind: string) => rows.find(({ document }) => documentKind(document) === kind)?.id ?? 0;
    return { CNPJ: of('CNPJ'), CPF: of('CPF') };
  };
  const put = async (where: string, valores: object, who: keyof TicketFixture['tokens'] = 'ADMIN') => {
    const { body } = await fixture.get(`${where}/campos-adicionais`, who);
    const answer = await fixture.server.call('PUT', `/sac/${where}/campos-adicionais`, {
      token: fixture.tokens[who],
      body: { versao: body.versao, valores },
    });
    return { form: body.formulario, ...answer };
  };

  it('of a customer are shown and demanded by what it is, and calculated whatever was sent', async () => {
    const { CNPJ, CPF } = await company();
    const refused = await put(`clientes/${CNPJ}`, { visitas: 2 });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['inscricao']]);
    expect(refused.form.fatos).toEqual({ 'registro.pessoa': 'CNPJ' });
    const saved = await put(`clientes/${CNPJ}`, { inscricao: '1', visitas: 2, custo: '10.5', total: '999' });
    expect([saved.status, saved.body.valores]).toEqual([
      200,
      { inscricao: '1', visitas: 2, custo: '10.5', total: '21' },
    ]);
    expect(saved.body.exibicao).toContainEqual(
      expect.objectContaining({ chave: 'total', texto: 'R$\u00a021,00' }),
    );
    const dear = await put(`clientes/${CNPJ}`, { inscricao: '1', visitas: 20, custo: '10.5' });
    expect(Object.keys(dear.body.errors)).toEqual(['motivo']);
    const person = await put(`clientes/${CPF}`, { inscricao: 'some', visitas: 1 });
    expect([person.status, person.body.valores]).toEqual([200, { visitas: 1 }]);
  });

  it('of a customer keep their rules in files and calls', async () => {
    const { db } = fixture.server.deps;
    const { CNPJ, CPF } = await company();
    const documentOf = async (id: number) =>
      (await db.select().from(customers).where(eq(customers.id, id)))[0]?.document ?? '';
    const extras = async (id: number) =>
      (await db.select().from(customers).where(eq(customers.id, id)))[0]?.extraFields;
    await db.update(customers).set({ extraFields: sql`'{}'::jsonb` });
    expect(
      await written('clientes', { documento: await documentOf(CNPJ), camposAdicionais: { visitas: 2 } }),
    ).toMatchObject({ resultado: 'recusado', erros: { 'camposAdicionais/inscricao': expect.any(String) } });
    const camposAdicionais = { inscricao: '7', visitas: 3, custo: '2', total: '1' };
    expect(await written('clientes', { documento: await documentOf(CNPJ), camposAdicionais })).toMatchObject({
      resultado: 'mudado',
    });
    expect(await extras(CNPJ)).toEqual({ inscricao: '7', visitas: 3, custo: '2', total: '6' });
    expect(await written('clientes', { documento: await documentOf(CPF), camposAdicionais })).toMatchObject({
      resultado: 'mudado',
    });
    expect(await extras(CPF)).toEqual({ visitas: 3, custo: '2', total: '6' });
  });

  it('of a customer are stored without masks at each door, found with them, and exported as what they are', async () => {
    const { db } = fixture.server.deps;
    const { CPF } = await company();
    const extras = async () =>
      (await db.select().from(customers).where(eq(customers.id, CPF)))[0]?.extraFields;
    const stored = { cpfDoContato: '52998224725', desconto: '12.5', retorno: '2026-12-01' };
    const [row] = await db.select().from(customers).where(eq(customers.id, CPF));
    const camposAdicionais = { cpfDoContato: '529.982.247-25', desconto: '12.5', retorno: '2026-12-01' };
    expect(await written('clientes', { documento: row?.document, camposAdicionais })).toMatchObject({
      resultado: 'mudado',
    });
    expect(await extras()).toMatchObject(stored);
    expect((await put(`clientes/${CPF}`, { ...stored, cpfDoContato: '529.982.247-25' })).status).toBe(200);
    expect(await extras()).toEqual(stored);
    const wrong = await put(`clientes/${CPF}`, {
      ...stored,
      cpfDoContato: '111.111.111-11',
      desconto: '1,5',
    });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['cpfDoContato', 'desconto']);
    for (const asked of ['cpfDoContato:529.982.247-25', 'cpfDoContato:52998224725', 'desconto:12..13']) {
      const { body } = await fixture.get(`clientes?campos=${encodeURIComponent(asked)}`);
      expect([asked, body.itens?.map(({ id }: { id: number }) => id)]).toEqual([asked, [CPF]]);
    }
    const answer = await fixture.server.app.inject({
      method: 'POST',
      url: '/sac/clientes/exportar',
      payload: { formato: 'xlsx', filtros: { campos: ['desconto:12..13'] } },
      headers: { App: 'teste', authorization: `Bearer ${fixture.tokens.ADMIN}` },
    });
    const [head = [], line = []] = (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? [];
    const cell = (title: string) => line[head.indexOf(title)];
    expect([cell('CPF do contato'), cell('Desconto')]).toEqual(['529.982.247-25', 12.5]);
    expect(cell('Retorno')).toEqual(new Date('2026-12-01T00:00:00.000Z'));
  });

  it('of a ticket follow its customer, also for the consumer', async () => {
    const { db } = fixture.server.deps;
    const id = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    const kind = documentKind(
      (await db.select().from(customers).where(eq(customers.id, fixture.customerIds.consumer)))[0]
        ?.document ?? '',
    );
    const valores = { inscricao: '1', visitas: 5, custo: '3', total: '0' };
    expect((await put(`tickets/${id}`, valores, 'OPERADOR')).status).toBe(200);
    expect((await put(`tickets/${id}`, valores, 'CONSUMIDOR_FINAL')).status).toBe(200);
    const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
    expect(row?.extraFields).toEqual({
      ...(kind === 'CNPJ' && { inscricao: '1' }),
      ...{ visitas: 5, custo: '3', total: '15' },
    });
    expect(
      (await put(`tickets/${id}`, { visitas: 50, custo: '3' }, 'CONSUMIDOR_FINAL')).body.errors,
    ).toMatchObject({
      motivo: 'Campo obrigatório',
    });
  });
});

describe('publishing a formula', () => {
  const definition = (campos: readonly ExtraField[]) => ({
    formato: 2,
    id: 'cliente',
    titulo: 'Campos',
    campos,
  });
  const filled = extra.map(({ formula: _, ...field }) => field);
  const said = async (before: readonly ExtraField[], after: readonly ExtraField[]) =>
    (
      (await fieldsKind.transition?.(definition(before), definition(after), fixture.server.deps.db)) ?? []
    ).map(({ pointer, severity }) => `${severity} ${pointer}`);

  it('warns that records get its result when they are saved, and takes no field that people filled in', async () => {
    const added = [
      ...filled.filter(({ chave }) => chave !== 'total'),
      ...extra.filter(({ formula }) => formula),
    ];
    expect(
      await said(
        filled.filter(({ chave }) => chave !== 'total'),
        added,
      ),
    ).toEqual([`AVISO /campos/${added.length - 1}/formula`]);
    expect(await said(added, added)).toEqual([]);
    expect(await said(filled, extra)).toEqual(['ERRO /campos/3/formula']);
    // The results stay, as what was filled in.
    expect(await said(extra, filled)).toEqual([]);
  });
});

describe('own record types', () => {
  const base = `/config/cadastros/${KEY}`;
  const send = (method: 'POST' | 'PUT', url: string, body: object) =>
    fixture.server.call(method, url, { token: fixture.tokens.ADMIN, body });
  const dataOf = async (numero: string) =>
    (await fixture.server.deps.db.select().from(records).where(eq(records.key, numero)))[0];

  it('judge a new record, a change, many at once, files and calls alike', async () => {
    const made = await send('POST', base, {
      dados: {
        numero: 'O-1',
        nome: 'Ponte',
        fase: 'PLANO',
        motivo: 'some',
        area: '10',
        preco: '2.5',
        orcado: '1',
      },
    });
    expect(made.status).toBe(200);
    const { id } = made.body.data;
    expect((await dataOf('O-1'))?.data).toMatchObject({ area: '10', preco: '2.5', orcado: '25' });
    expect((await dataOf('O-1'))?.data).not.toHaveProperty('motivo');

    // What a change demands is not excused by not being sent.
    const stopped = await send('PUT', `${base}/${id}`, { versao: 1, dados: { fase: 'PARADA' } });
    expect([stopped.status, stopped.body.errors]).toEqual([422, { motivo: 'Campo obrigatório' }]);
    const many = await send('POST', `${base}/lote`, { ids: [id], dados: { fase: 'PARADA' } });
    expect(many.body.linhas).toMatchObject([
      { resultado: 'recusado', erros: { motivo: 'Campo obrigatório' } },
    ]);
    expect(await written(KEY, { numero: 'O-1', fase: 'PARADA' })).toMatchObject({
      resultado: 'recusado',
      erros: { motivo: 'Campo obrigatório' },
    });
    expect(await written(KEY, { numero: 'O-1', area: '1000' })).toMatchObject({
      resultado: 'recusado',
      erros: { fiador: 'Campo obrigatório' },
    });
    expect(await written(KEY, { numero: 'O-1', orcado: '7' })).toMatchObject({ resultado: 'igual' });

    const done = await send('PUT', `${base}/${id}`, {
      versao: 1,
      dados: { fase: 'PARADA', motivo: 'Chuva', area: '4', fiador: 'Ana' },
    });
    expect(done.status).toBe(200);
    expect((await dataOf('O-1'))?.data).toMatchObject({ motivo: 'Chuva', orcado: '10' });
    expect((await send('POST', `${base}/lote`, { ids: [id], dados: { fase: 'PLANO' } })).status).toBe(200);
    expect((await dataOf('O-1'))?.data).not.toHaveProperty('motivo');
  });

  it('judge each item of a list by itself, at each door', async () => {
    const [good, bad] = [
      { peca: 'Eixo', estado: 'BOA' },
      { peca: 'Roda', estado: 'RUIM' },
    ];
    const missing = {
      'pecas/1/defeito': 'Campo obrigatório',
      'pecas/1/preco': 'Campo obrigatório',
    };
    const repair = `/config/cadastros/${REPAIRS}`;
    const refused = await send('POST', repair, {
      dados: { numero: 'C-1', nome: 'Freio', pecas: [good, bad] },
    });
    expect([refused.status, refused.body.errors]).toEqual([422, missing]);
    const made = await send('POST', repair, {
      dados: {
        ...{ numero: 'C-1', nome: 'Freio' },
        pecas: [
          { ...good, defeito: 'some' },
          { ...bad, defeito: 'Trinca', preco: '10' },
        ],
      },
    });
    expect([made.status, made.body.errors]).toEqual([200, undefined]);
    const stored = [good, { ...bad, defeito: 'Trinca', preco: '10' }];
    expect((await dataOf('C-1'))?.data.pecas).toEqual(stored);
    expect(await written(REPAIRS, { numero: 'C-1', pecas: [good, bad] })).toMatchObject({
      resultado: 'recusado',
      erros: missing,
    });
    // The others are no matter of a change that does not touch the list.
    expect(await written(REPAIRS, { numero: 'C-1', nome: 'Freios' })).toMatchObject({ resultado: 'mudado' });
    expect(await written(REPAIRS, { numero: 'C-1', pecas: [{ ...stored[1], estado: 'BOA' }] })).toMatchObject(
      {
        resultado: 'mudado',
      },
    );
    expect((await dataOf('C-1'))?.data.pecas).toEqual([{ peca: 'Roda', estado: 'BOA', preco: '10' }]);
  });

  it('show results in the list and the export as of any other field', async () => {
    await send('POST', base, { dados: { numero: 'O-2', nome: 'Muro', area: '3', preco: '1.5' } });
    const { body } = await fixture.server.call('GET', `${base}?q=Muro`, { token: fixture.tokens.ADMIN });
    expect(body.itens[0]).toMatchObject({ nome: 'Muro', orcado: '4.5' });
  });

  it('with options side by side, and with several, are filtered, written as read, and exported by label', async () => {
    for (const [numero, dados] of [
      ['O-8', { modo: 'AZUL', tintas: ['VERDE', 'AZUL'] }],
      ['O-9', { modo: 'VERDE', tintas: ['VERDE'] }],
    ] as const)
      expect(
        (await send('POST', base, { dados: { numero, nome: 'Cores', ...dados } })).body.errors,
      ).toBeUndefined();
    // In the order of the options, so that the same choices are the same value.
    expect((await dataOf('O-8'))?.data).toMatchObject({ modo: 'AZUL', tintas: ['AZUL', 'VERDE'] });
    expect(await written(KEY, { numero: 'O-8', tintas: ['VERDE', 'AZUL', 'AZUL'] })).toMatchObject({
      resultado: 'igual',
    });
    expect(await written(KEY, { numero: 'O-8', tintas: ['ROSA'] })).toMatchObject({ resultado: 'recusado' });
    const found = async (filtro: object) => {
      const url = `${base}?filtro=${encodeURIComponent(JSON.stringify(filtro))}`;
      const { body } = await fixture.server.call('GET', url, { token: fixture.tokens.ADMIN });
      return body.itens.map(({ numero }: { numero: string }) => numero).sort();
    };
    expect(await found({ tintas: 'AZUL' })).toEqual(['O-8']);
    expect(await found({ tintas: ['AZUL', 'VERDE'] })).toEqual(['O-8', 'O-9']);
    expect(await found({ modo: ['VERDE'] })).toEqual(['O-9']);
    const csv = await fixture.server.app.inject({
      url: `${base}/exportar?formato=csv&q=Cores`,
      headers: { App: 'teste', authorization: `Bearer ${fixture.tokens.ADMIN}` },
    });
    expect(csv.body).toContain('Azul; Verde');
    expect(await written(KEY, { numero: 'O-8', tintas: null })).toMatchObject({ resultado: 'mudado' });
    expect((await dataOf('O-8'))?.data).not.toHaveProperty('tintas');
  });

  it('refuse conditions where a record or an item is recognised, and formulas in items', async () => {
    const { customTypeProblems } = await import('#contract/rules/records/customTypeProblems.ts');
    const wrong = (...campos: CustomTypeDefinition['campos']) =>
      customTypeProblems({ ...site, campos: [...site.campos.slice(2), ...campos] }, []).map(
        ({ pointer }) => pointer,
      );
    const [numero, nome] = site.campos;
    if (!numero || !nome) throw new Error('no fields');
    expect(wrong(numero, { ...nome, visivelSe: is('fase', 'PLANO') })).toEqual(['/campos/9/visivelSe']);
    expect(
      wrong(
        numero,
        nome,
        { chave: 'cpf', titulo: 'CPF', tipo: 'CPF', pessoal: true },
        {
          ...{ chave: 'x', titulo: 'X', tipo: 'TEXT' },
          visivelSe: call('vazio', campo('cpf')),
        },
      ),
    ).toEqual(['/campos/11/visivelSe/de/0/campo']);
    const item = { chave: 'peca', titulo: 'Peça', tipo: 'TEXT', obrigatorio: true } as const;
    const ofItem = (...campos: CustomTypeDefinition['campos']) =>
      wrong(numero, nome, {
        ...{ chave: 'pecas', titulo: 'Peças', tipo: 'LISTA', codigo: ['peca'] },
        campos,
      });
    const note = { chave: 'nota', titulo: 'Nota', tipo: 'TEXT' } as const;
    expect(ofItem(item, { ...note, visivelSe: is('peca', 'a') })).toEqual([]);
    expect(ofItem({ ...item, visivelSe: is('nota', 'a') }, note)).toEqual(['/campos/10/campos/0/visivelSe']);
    // What stands beside the list is none of an item's.
    expect(ofItem(item, { ...note, visivelSe: is('fase', 'PLANO') })).toEqual([
      '/campos/10/campos/1/visivelSe/de/0/campo',
    ]);
    expect(ofItem(item, { ...note, formula: campo('peca') })).toEqual(['/campos/10/campos/1/formula']);
  });
});
