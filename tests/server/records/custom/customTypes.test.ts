import { describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { changedFields, mergedRecord, normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import type { Context, User } from '#server/context.ts';
import { auditLog, products } from '#server/db/tables/index.ts';
import { mappedType } from '#server/records/custom/queries.ts';
import { oneRecord } from '#server/records/write/removeRecord.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { auditedWrites } from '#tests/support/auditedWrites.ts';
import { recordArbitrary } from '../recordArbitrary.ts';
import {
  admin,
  base,
  call,
  contract,
  document,
  filter,
  KEY,
  list,
  operator,
  persons,
  putFile,
  server,
  setUpFixture,
  taken,
} from './customTypesFixture.ts';

setUpFixture();

it('a custom type is unknown before its file exists, and complete after, without a restart', async () => {
  expect((await call('GET', `${base}/definicao`)).status).toBe(404);
  expect((await call('GET', base)).status).toBe(404);
  await putFile();
  expect(await taken()).toMatchObject({ added: [`${KEY} 1`], broken: [], postponed: [] });
  const { status, body } = await call('GET', `${base}/definicao`, undefined, operator);
  expect([status, body.data.titulo.muitos, body.data.pode]).toEqual([
    200,
    'contratos de comodato',
    { criar: true, alterar: true, excluir: false, importar: false },
  ]);
  expect(Object.keys(body.data.campos).slice(0, 3)).toEqual(['numero', 'cliente', 'descricao']);
  const own = await call('GET', '/config/cadastros-proprios', undefined, operator);
  expect(own.body.itens).toMatchObject([{ chave: KEY }]);
  const { rows } = await server.deps.pool.query(
    `select indexname from pg_indexes where tablename = 'records' and indexname like 'records_of_%'`,
  );
  // Three filters (the customer's has its own index) and two sort orders.
  expect(rows).toHaveLength(5);
});

it('a custom type answers 403 to people whom its permissions do not name, in every call', async () => {
  const calls = [
    ['GET', base],
    ['GET', `${base}/definicao`],
    ['GET', `${base}/1`],
    ['GET', `${base}/exportar?formato=csv`],
    ['POST', base, { dados: {} }],
    ['PUT', `${base}/999999`, { dados: {} }],
    ['POST', `${base}/lote`, { ids: [999999], dados: {} }],
    ['DELETE', `${base}/999999`],
    ['GET', `${base}/importacoes`],
    ['GET', `/dados/v1/${KEY}`],
    ['GET', `/dados/v1/${KEY}/CT-1`],
    ['PUT', `/dados/v1/${KEY}`, { registros: [{}] }],
    ['DELETE', `/dados/v1/${KEY}/CT-1`],
  ] as const;
  const as = async (token: string | undefined) => {
    const found: number[] = [];
    for (const [method, url, body] of calls)
      found.push((await server.call(method, url, { ...(token && { token }), ...(body && { body }) })).status);
    return found;
  };
  expect(new Set(await as(undefined))).toEqual(new Set([401]));
  const consumer = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
  expect(new Set(await as(consumer))).toEqual(new Set([403]));
  // May read, create and change, but not delete or import.
  const own = await as(operator);
  expect([own[7], own[8], own[12]]).toEqual([403, 403, 403]);
  expect(own[0]).toBe(200);
  expect((await call('GET', '/config/cadastros-proprios', undefined, consumer)).body.itens).toEqual([]);
});

describe('record of a custom type', () => {
  let id: number;

  it('is entered by an operator, with references by their keys, and read back', async () => {
    const dados = contract('CT-1', {
      cliente: document.first,
      valor: '1234.50',
      documento: '529.982.247-25',
      produtos: [
        { produto: '10043', quantidade: '2' },
        { produto: '10044', quantidade: '1.500' },
      ],
    });
    const made = await call('POST', base, { dados }, operator);
    expect([made.status, made.body.data?.message]).toEqual([200, 'Contrato de comodato criado.']);
    id = made.body.data.id;
    const { body } = await call('GET', `${base}/${id}`, undefined, operator);
    expect(body.data).toMatchObject({
      numero: 'CT-1',
      cliente: document.first,
      situacao: 'VIGENTE',
      valor: '1234.5',
      documento: '52998224725',
      renovaSozinho: false,
      ativo: true,
      produtos: [
        { produto: '10043', quantidade: '2' },
        { produto: '10044', quantidade: '1.5' },
      ],
      versao: 1,
    });
  });

  it('is rejected at the fields that are wrong', async () => {
    const { status, body } = await call('POST', base, {
      dados: { numero: '77', cliente: '00000000000191', descricao: 'x', inicio: '2026-02-30', valor: '-1' },
    });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({
      numero: 'Escreva CT- e o número, como CT-1024',
      cliente: 'Cliente "00000000000191" não encontrado por CPF ou CNPJ.',
      inicio: expect.any(String),
      valor: expect.any(String),
    });
    const twice = await call('POST', base, { dados: contract('CT-1') });
    expect([twice.status, twice.body.errors.numero]).toEqual([
      422,
      'Já há um contrato de comodato com este valor.',
    ]);
  });

  it('is audited by its own changes, without secret fields', async () => {
    const { body } = await call('PUT', `${base}/${id}`, {
      versao: 1,
      dados: { situacao: 'ENCERRADO', documento: null },
    });
    expect(body.data.resultado).toBe('mudado');
    const [entry] = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'records'), eq(auditLog.entityId, String(id))))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect([entry?.action, entry?.before, entry?.after]).toEqual([
      'ALTERAR',
      { situacao: 'VIGENTE' },
      { situacao: 'ENCERRADO' },
    ]);
    const conflict = await call('PUT', `${base}/${id}`, { versao: 1, dados: { situacao: 'VIGENTE' } });
    expect([conflict.status, conflict.body.code]).toEqual([409, 'CONFLITO']);
    const same = await call('PUT', `${base}/${id}`, { versao: 2, dados: { situacao: 'ENCERRADO' } });
    expect(same.body.data.resultado).toBe('igual');
  });

  it('is found by search, filters and order, within what the person can see', async () => {
    await call('POST', base, {
      dados: contract('CT-2', { cliente: document.second, valor: '9', descricao: 'Ágata' }),
    });
    await call('POST', base, {
      dados: contract('CT-3', { valor: '10', renovaSozinho: true, fim: '2027-01-01' }),
    });
    const numbers = async (query: string, token = admin) => {
      const { itens } = await list(query, token);
      return itens.map(({ numero }: { numero: string }) => numero);
    };
    expect(await numbers('')).toEqual(['CT-2', 'CT-1', 'CT-3']);
    expect(await numbers('orderBy=valor&direction=DESC')).toEqual(['CT-1', 'CT-3', 'CT-2']);
    expect(await numbers('orderBy=fim')).toEqual(['CT-3', 'CT-1', 'CT-2']);
    expect(await numbers('q=agata')).toEqual(['CT-2']);
    expect(await numbers('q=ct-3')).toEqual(['CT-3']);
    expect(await numbers(`q=${document.second}`)).toEqual(['CT-2']);
    expect(await numbers(filter({ situacao: ['VIGENTE'] }))).toEqual(['CT-2', 'CT-3']);
    expect(await numbers(filter({ cliente: document.first }))).toEqual(['CT-1', 'CT-3']);
    expect(await numbers(filter({ renovaSozinho: false }))).toEqual(['CT-2', 'CT-1']);
    // The second customer belongs to the other branch.
    expect(await numbers('', operator)).toEqual(['CT-1', 'CT-3']);
    expect((await call('GET', `${base}?orderBy=observacoes`)).status).toBe(422);
    expect((await call('GET', `${base}?${filter({ observacoes: 'x' })}`)).status).toBe(422);
    const [other] = (await list('q=agata')).itens;
    expect((await call('GET', `${base}/${other.id}`, undefined, operator)).status).toBe(404);
    expect((await call('PUT', `${base}/${other.id}`, { dados: { descricao: 'X' } }, operator)).status).toBe(
      404,
    );
    expect(other.rotulos.cliente).toEqual(expect.any(String));
  });

  it('protects what it refers to from being deleted, and can be deleted itself', async () => {
    const [product] = await server.deps.db.select().from(products).where(eq(products.code, '10044'));
    const removal = await call('DELETE', `/config/cadastros/produtos/${product?.id}`);
    expect(removal.body.data).toMatchObject({
      resultado: 'arquivado',
      message: expect.stringContaining('Contrato de comodato (1)'),
    });
    const [third] = (await list('q=ct-3')).itens;
    const gone = await call('DELETE', `${base}/${third.id}`);
    expect(gone.body.data).toEqual({ resultado: 'excluido', message: 'Contrato de comodato excluído.' });
    expect((await call('GET', `${base}/${third.id}`)).status).toBe(404);
  });

  it('is exported as the list finds it', async () => {
    const { body } = await call('GET', `${base}/exportar?formato=csv&q=ct-1`);
    expect(body).toContain('Número');
    expect(body).toContain('CT-1');
    expect(body).not.toContain('CT-2');
  });
});

it('any record of a custom type is read back as it was written', async () => {
  const { db } = server.deps;
  const user = (await personById(db, persons.people.ADMIN)) as User;
  const ctx = { ...server.deps, user, ip: '127.0.0.1', requestId: 'teste' } as unknown as Context;
  const mapped = await mappedType(db, KEY);
  const { type } = mapped;
  const make = () => Promise.resolve();
  let number = 1000;
  const numbered = fc.constant(null).map(() => {
    number += 1;
    return `CT-${number}`;
  });
  const arbitrary = fc
    .tuple(await recordArbitrary({ db, make }, mapped), numbered)
    .map(([dados, numero]): RecordData => ({ ...dados, numero }));
  await fc.assert(
    fc.asyncProperty(arbitrary, async (dados) => {
      const save = () => db.transaction((tx) => saveRecords(tx, ctx, mapped, [{ dados }]));
      const [first] = await save();
      expect(first).toMatchObject({ resultado: 'criado' });
      const held = await oneRecord(db, ctx, mapped, first?.id ?? 0);
      const expected = mergedRecord(type.campos, null, normalizeFields(type.campos, dados));
      expect(changedFields(type.campos, expected, held.data)).toEqual([]);
      const traces = await auditedWrites(db);
      expect(await save()).toEqual([{ id: first?.id, resultado: 'igual' }]);
      expect(await auditedWrites(db)).toBe(traces);
    }),
    // Shrunk values are saved again under another number.
    { numRuns: 25, endOnFailure: true },
  );
});
