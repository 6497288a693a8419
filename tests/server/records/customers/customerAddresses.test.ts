import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { customerType } from '#contract/records/customers.ts';
import { importFields, matchColumns } from '#contract/rules/imports/matchColumns.ts';
import { deliveryAddresses, feedPending } from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { oneRecord } from '#server/records/write/removeRecord.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { type CustomersContext, customersContext } from './customersContext.ts';

const CNPJ = '11222333000181';
const address = (numero: string, more: object = {}) => ({
  cep: '01310100',
  logradouro: 'Av. Paulista',
  numero,
  bairro: 'Centro',
  cidade: 'São Paulo',
  uf: 'SP',
  ...more,
});

let context: CustomersContext;
let id: number;
beforeAll(async () => {
  context = await customersContext();
  const [made] = await context.save([
    { documento: CNPJ, razaoSocial: 'Mercado Ltda', enderecosEntrega: [address('1'), address('2')] },
  ]);
  expect(made).toMatchObject({ resultado: 'criado' });
  id = made?.id ?? 0;
});
afterAll(() => context?.server.close());

const stored = () =>
  context.server.deps.db
    .select()
    .from(deliveryAddresses)
    .where(eq(deliveryAddresses.customerId, id))
    .orderBy(asc(deliveryAddresses.id));
const listed = async () =>
  (await oneRecord(context.server.deps.db, context.ctx, mappedTypes.clientes, id)).data.enderecosEntrega;
/** As an import gives them: by the places of their columns. */
const place = (items: Record<number, object>) =>
  context.server.deps.db.transaction((tx) =>
    saveRecords(
      tx,
      context.ctx,
      mappedTypes.clientes,
      [
        {
          dados: { documento: CNPJ },
          itens: new Map([
            [
              'enderecosEntrega',
              {
                items: new Map(Object.entries(items).map(([at, item]) => [Number(at), { ...item }])),
                replaces: false,
              },
            ],
          ]),
        },
      ],
      { mergeGroups: true },
    ),
  );

it('gives a customer further delivery addresses, with the code of their town', async () => {
  const saoPaulo = { ibge: '3550308' };
  expect(await listed()).toEqual([address('1', saoPaulo), address('2', saoPaulo)]);
  const [wrong] = await context.save([
    { documento: CNPJ, enderecosEntrega: [address('1'), address('3', { uf: 'RJ', ibge: '3550308' })] },
  ]);
  expect(wrong).toMatchObject({ resultado: 'mudado' });
  expect(await listed()).toEqual([address('1', saoPaulo), address('3', saoPaulo)]);
  const [stray] = await context.save([
    { documento: CNPJ, enderecosEntrega: [address('1'), address('4', { ibge: '0000000' })] },
  ]);
  expect(Object.keys(stray?.erros ?? {})).toEqual(['enderecosEntrega/1/ibge']);
});

it('keeps what is taken off the list for the orders that name it, and never makes another address of it', async () => {
  const before = await stored();
  expect(before.map(({ number, active }) => [number, active])).toEqual([
    ['1', true],
    ['2', false],
    ['3', true],
  ]);
  expect(await place({ 2: address('30') })).toMatchObject([{ resultado: 'mudado' }]);
  expect((await stored()).map(({ number, active }) => [number, active])).toEqual([
    ['1', true],
    ['2', false],
    ['3', false],
    ['30', true],
  ]);
  expect(await place({ 1: address('1', { obs: 'Portão 2' }) })).toMatchObject([{ resultado: 'mudado' }]);
  const [first] = await stored();
  expect(first).toMatchObject({
    id: before[0]?.id,
    note: 'Portão 2',
    version: (before[0]?.version ?? 0) + 1,
  });
  expect(await place({ 1: address('1', { obs: 'Portão 2' }) })).toMatchObject([{ resultado: 'igual' }]);
});

it('leaves an address as another screen has stored it, without the code of its town', async () => {
  const { street, cep, district, city, state } = (await stored())[0] ?? {};
  await context.server.deps.db.insert(deliveryAddresses).values({
    ...{ customerId: id, cep: cep ?? '', street: street ?? '', number: '50', district: district ?? '' },
    ...{ city: city ?? '', state: state ?? '' },
  });
  expect(await place({ 3: address('50') })).toMatchObject([{ resultado: 'igual' }]);
  expect(await place({ 3: address('50', { obs: 'Fundos' }) })).toMatchObject([{ resultado: 'mudado' }]);
  expect((await stored()).at(-1)).toMatchObject({ number: '50', note: 'Fundos', ibge: '3550308' });
});

it('publishes each address under its own name', async () => {
  const published = await context.server.deps.db
    .select({ happened: feedPending.happened, id: feedPending.recordId })
    .from(feedPending)
    .where(eq(feedPending.type, 'enderecos-entrega'))
    .orderBy(asc(feedPending.id));
  const [first, second, third, fourth, last] = (await stored()).map((row) => row.id);
  const of = (happened: string) => published.filter((one) => one.happened === happened).map((one) => one.id);
  expect(of('criado')).toEqual([first, second, third, fourth]);
  expect(of('alterado')).toEqual([first, last]);
  expect(of('excluido')).toEqual([second, third]);
});

it('takes both rows of an address off that another screen has stored twice', async () => {
  const { id: _, ...twice } = (await stored()).at(-1) ?? { id: 0, customerId: id, cep: '' };
  await context.server.deps.db
    .insert(deliveryAddresses)
    .values(twice as typeof deliveryAddresses.$inferInsert);
  const active = async () =>
    (await stored()).filter(({ number, active: used }) => used && number === '50').length;
  expect(await active()).toBe(2);
  const once = { dados: { documento: CNPJ, enderecosEntrega: [address('50', { obs: 'Fundos' })] } };
  expect(await context.save([once.dados])).toMatchObject([{ resultado: 'mudado' }]);
  expect(await active()).toBe(1);
  expect(await context.save([{ documento: CNPJ, enderecosEntrega: [] }])).toMatchObject([
    { resultado: 'mudado' },
  ]);
  expect(await active()).toBe(0);
});

it('has columns that are numbered from two, since the first is the customer’s own', () => {
  const fields = importFields(customerType.campos);
  const found = (titles: string) => matchColumns(titles.split(';'), [], fields);
  expect(
    found(
      'Endereço de entrega: CEP;Endereço de entrega 2: CEP;Endereço de entrega 2 - Rua;Número do endereço de entrega 3;Endereço de entrega 4: Observação;Endereço de entrega 5: CEP',
    ),
  ).toEqual([
    'enderecoEntrega/cep',
    'enderecosEntrega/1/cep',
    'enderecosEntrega/1/logradouro',
    'enderecosEntrega/2/numero',
    'enderecosEntrega/3/obs',
    null,
  ]);
});
