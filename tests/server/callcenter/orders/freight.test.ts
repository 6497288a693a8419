import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { quoteFreight } from '#server/adapters/freight/quoteFreight.ts';
import { remoteJson } from '#server/adapters/remoteJson.ts';
import { findEvents } from '#server/adapters/tracking/findEvents.ts';
import {
  customerLog,
  customers,
  deliveryAddresses,
  freightConditions,
  freightLegs,
  freightRoutes,
  freightTypes,
  parameters,
  postalCodes,
} from '#server/db/tables/index.ts';
import { type DocumentsFixture, documentsFixture } from './documentsFixture.ts';

/** The servers that these tests simulate listen on this machine. */
const HERE = { privateHosts: ['127.0.0.1'] };

let fixture: DocumentsFixture;
let typeId = 0;
let stand: Server;
let answer: () => { status?: number; body?: string; wait?: number } = () => ({});
beforeAll(async () => {
  fixture = await documentsFixture();
  await rates();
  stand = createServer((_, response) => {
    const { status = 200, body = '{}', wait = 0 } = answer();
    setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(body), wait);
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  stand?.closeAllConnections();
  await new Promise((resolve) => stand?.close(resolve));
  await fixture?.close();
});

/**
 * The slow carrier charges by state, and more in the capital; the fast one charges by postal code, and quotes on request
 * elsewhere.
 */
async function rates() {
  const { db } = fixture.server.database;
  const [slow, quick] = fixture.carrierIds;
  typeId = (await db.select().from(freightTypes).where(eq(freightTypes.key, 'CIF')))[0]?.id ?? 0;
  const base = { freightTypeId: typeId, state: 'SP', weekdays: 'NSSSSSN' };
  const routes = await db
    .insert(freightRoutes)
    .values([
      { ...base, carrierId: slow },
      { ...base, carrierId: slow, ibge: '3550308', minimum: '50', exemptFrom: '5000' },
      { ...base, carrierId: quick, cepFrom: '01000000', cepTo: '01999999', maxWeight: '100' },
      { ...base, carrierId: quick, toConsult: true, state: 'RJ' },
    ])
    .returning({ id: freightRoutes.id });
  const leg = { sequence: 1, mode: 'Rodoviário', origin: 'SP', tableName: 'A', tableKind: 'Peso', days: 3 };
  await db.insert(freightLegs).values([
    { ...leg, routeId: routes[0]?.id ?? 0, perKilo: '1.5' },
    { ...leg, routeId: routes[1]?.id ?? 0, perKilo: '0.1' },
    { ...leg, routeId: routes[2]?.id ?? 0, days: 1, fixed: '20', percent: '1' },
    { ...leg, routeId: routes[2]?.id ?? 0, days: 1, sequence: 2, fixed: '40.505' },
  ]);
  await db.insert(postalCodes).values({
    cep: '01310100',
    street: 'Avenida Paulista',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    ibge: '3550308',
  });
}

const ask = (query: string, order = fixture.mine.order, token = fixture.seller) => {
  const given = new URLSearchParams(query);
  for (const [key, value] of Object.entries({ idTipoFrete: String(typeId), peso: '10', total: '1000' }))
    if (!given.has(key)) given.set(key, value);
  return fixture.server.call('GET', `/callcenter/transporte/cotacao/${order}?${given}`, { token });
};
const named = (body: { cotacoes: { nomeTransp: string; valor: string; prazo: number }[] }) =>
  body.cotacoes.map(({ nomeTransp, valor, prazo }) => `${nomeTransp} ${valor} ${prazo}`);

describe('freight quotes', () => {
  it('answer 404 for quotes of others and unknown ones', async () => {
    for (const id of [fixture.foreign.order, 2147483647])
      expect([await ask('uf=SP', id)]).toMatchObject([{ status: 404, body: { code: 'NAO_ENCONTRADO' } }]);
    const path = `/callcenter/transporte/cotacao/${fixture.foreign.order}/pedidos-relacionados`;
    expect((await fixture.server.call('GET', path, { token: fixture.seller })).status).toBe(404);
  });

  it('use the narrowest route of each carrier, add up legs, apply minimum and exemption', async () => {
    expect(named((await ask('uf=SP&cidade=Campinas')).body)).toEqual(['Lento 15.00 3']);
    expect(named((await ask('uf=SP&cidade=SAO%20PAULO')).body)).toEqual(['Lento 50.00 3']);
    // By postal code only: 20 + 1 % of 1000, and 40.505 rounded to the cent.
    const whole = await ask('cepEntrega=01310-100');
    expect(named(whole.body)).toEqual(['Lento 50.00 3', 'Ligeiro 70.51 2']);
    expect(whole.body).toMatchObject({
      destino: { uf: 'SP', ibge: '3550308' },
      calculo: { percentualEmbutido: '0', minimoIsencao: null, valorPago: expect.stringMatching(/^5/) },
      numero: expect.stringMatching(/./),
    });
    expect(named((await ask('cepEntrega=01310100&total=5000')).body)[0]).toBe('Lento 0.00 3');
    expect(named((await ask('cepEntrega=01310100&peso=101')).body)).toEqual(['Lento 50.00 3']);
    expect((await ask('uf=RJ')).body.cotacoes).toMatchObject([{ aConsultar: true, selecionavel: false }]);
  });

  it('are none for another condition, and reject an invalid query', async () => {
    const [condition] = await fixture.server.database.db.select().from(freightConditions).limit(1);
    expect((await ask(`uf=SP&condicionais[]=${condition?.id}`)).body).toMatchObject({ cotacoes: [] });
    for (const query of ['', 'uf=SP&cidade=Niter%C3%B3i', 'uf=SP&peso=-1', 'uf=sp', 'uf=SP&idTipoFrete=999'])
      expect([query, (await ask(query)).status]).toEqual([query, 422]);
  });

  it('report an unknown postal code, and still allow manual entry', async () => {
    const { status, body } = await ask('cepEntrega=99999999');
    expect(status).toBe(200);
    expect(body.error.message).toBe(
      'Verifique o cep digitado, ele não foi localizado em nossa base de dados.',
    );
    expect(body.transportadoras.map(({ nome }: { nome: string }) => nome)).toEqual(['Lento', 'Ligeiro']);
  });

  it("use the parameters of the quote's branch", async () => {
    const branchId = fixture.people.branchIds[0];
    await fixture.server.database.db.insert(parameters).values([
      { area: 'CALLCENTER', key: 'minimoIsencaoFrete', branchId, value: '900' },
      { area: 'CALLCENTER', key: 'percentualFreteEmbutido', branchId, value: '2.5' },
    ]);
    expect((await ask('uf=SP')).body.calculo).toMatchObject({
      minimoIsencao: '900',
      percentualEmbutido: '2.5',
      clientePaga: false,
    });
  });
});

describe('service of carriers', () => {
  const request = {
    freightType: { id: 1, key: 'CIF' },
    destination: { state: 'SP', ibge: '3550308', city: 'São Paulo', cep: '01310100' },
    weight: '10',
    total: '1000',
    redispatch: false,
    conditionId: null,
    today: '2026-11-21',
    isHoliday: () => false,
  };
  const remote = () => {
    const base = `http://127.0.0.1:${(stand.address() as AddressInfo).port}`;
    const settings = {
      ...fixture.server.deps.settings,
      freightUrl: `${base}/{uf}/{cep}`,
      trackingUrl: `${base}/{codigo}`,
    };
    return { db: fixture.server.database.db, settings };
  };
  /** Timeout for a busy machine that does answer eventually. */
  const patient = () => remoteJson({ reach: HERE, timeout: 20_000, failures: 2, cooldown: 1000 });
  const quick = () => remoteJson({ reach: HERE, timeout: 150, failures: 2, cooldown: 1000 });
  const quote = (way = patient()) => quoteFreight(remote(), request, way);

  it('is validated strictly: invalid offers are left out', async () => {
    const good = {
      idTransp: fixture.carrierIds[0],
      nomeTransp: '<b>X',
      prazo: 2,
      valor: 10.5,
      previsao: 'logo',
    };
    answer = () => ({
      body: JSON.stringify({
        numero: 77,
        cotacoes: [good, { ...good, idTransp: 999999 }, { ...good, valor: 'NaN' }, { ...good, prazo: -1 }, 7],
      }),
    });
    expect(await quote()).toMatchObject({
      number: '77',
      quotes: [{ nomeTransp: 'Lento', valor: '10.50', previsao: null, diasSemanaEntrega: 'NSSSSSN' }],
    });
    answer = () => ({ body: '{"error": {"message": "Peso acima do <b>limite"}}' });
    await expect(quote()).rejects.toMatchObject({ status: 422, message: expect.stringContaining('limite') });
  });

  it.each([
    ['is slow', { wait: 600 }],
    ['is down', { status: 500 }],
    ['answers no JSON', { body: '<html>' }],
    ['answers no quotes', { body: '{"ok": true}' }],
    ['answers invalid quotes', { body: '{"cotacoes": [1, {"idTransp": "x"}]}' }],
    ['answers 404', { status: 404 }],
  ])('that %s leaves manual entry possible', async (_, given) => {
    answer = () => given;
    await expect(quote(quick())).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Informe a transportadora e o valor à mão'),
    });
  });

  it('for tracking falls back on our own events when it is down, or says so', async () => {
    answer = () => ({ status: 500 });
    const of = (code: string) => findEvents(remote(), { kind: 'TRANSPORTADORA', code }, patient());
    expect(await of('HZ1')).toMatchObject([{ codigo: 'COL' }]);
    await expect(of('HZ9')).rejects.toMatchObject({ status: 503 });
    answer = () => ({
      body: JSON.stringify({
        ocorrencias: [{ codigo: 1, data_hora: 'ontem' }, { data_hora: '2026-11-20T10:00:00Z' }],
      }),
    });
    expect(await of('HZ1')).toEqual([{ codigo: '', data_hora: '2026-11-20T10:00:00.000Z', descricao: '' }]);
  });
});

describe('delivery addresses', () => {
  const address = {
    cep: '01310-100',
    rua: 'Avenida Paulista',
    numero: '100',
    cidade: 'São Paulo',
    bairro: 'Bela Vista',
    estado: 'SP',
    ibge: '3550308',
  };
  const path = (idCli: number) => `/callcenter/clientes/${idCli}/endereco-entrega`;
  const create = (idCli: number, body: object = address, headers = {}) =>
    fixture.server.call('POST', `${path(idCli)}?idCli=${idCli}`, { token: fixture.seller, body, headers });
  const remove = (idCli: number, id: number) =>
    fixture.server.call('DELETE', `${path(idCli)}/${id}`, { token: fixture.seller });
  const list = (idCli: number) =>
    fixture.server.call('GET', `/callcenter/clientes/${idCli}/enderecos-entrega`, { token: fixture.seller });
  const db = () => fixture.server.database.db;

  it("of others are unknown, also under one of the person's customers", async () => {
    const { first, second } = fixture.people.customerIds;
    const [foreign] = await db()
      .insert(deliveryAddresses)
      .values({
        customerId: second,
        cep: '1',
        street: 'R',
        number: '1',
        district: 'B',
        city: 'C',
        state: 'SP',
      })
      .returning({ id: deliveryAddresses.id });
    const id = foreign?.id ?? 0;
    const answers = [
      await list(second),
      await create(second),
      await remove(second, id),
      await remove(first, id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await db().select().from(deliveryAddresses)).map(({ active }) => active)).toEqual([true]);
  });

  it('are created once per key with one log entry, listed and removed', async () => {
    const { first } = fixture.people.customerIds;
    const headers = { 'Idempotency-Key': 'um-endereco' };
    // A form of the whole customer lists the addresses too, and must not write back those that it read before.
    const version = async (id: number) =>
      (await db().select({ version: customers.version }).from(customers).where(eq(customers.id, id)))[0]
        ?.version;
    const before = (await version(first)) ?? 0;
    const made = await create(first, address, headers);
    expect(await create(first, address, headers)).toMatchObject({ status: 200, body: made.body });
    expect(await version(first)).toBe(before + 1);
    expect((await list(first)).body).toMatchObject([{ cep: '01310100', numero: '100', estado: 'SP' }]);
    expect((await remove(first, made.body.data.id)).status).toBe(200);
    expect(await version(first)).toBe(before + 2);
    expect((await remove(first, made.body.data.id)).status).toBe(404);
    expect((await list(first)).body).toEqual([]);
    const entries = await db()
      .select()
      .from(customerLog)
      .where(eq(customerLog.customerId, first))
      .orderBy(customerLog.id);
    expect(entries.map(({ text }) => text.split(':')[0])).toEqual([
      'Endereço de entrega criado',
      'Endereço de entrega removido',
    ]);
  });

  it('are rejected with a message for each field, and where the flags forbid them', async () => {
    const { first } = fixture.people.customerIds;
    const { body, status } = await create(first, { ...address, cep: '123', rua: '  ', estado: 'XX' });
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['cep', 'estado', 'rua']]);
    expect((await create(first, { ...address, ibge: '3304557' })).body.errors).toHaveProperty('cidade');
    const made = await create(first);
    await db()
      .insert(parameters)
      .values(
        ['cadastraEnderecoEntrega', 'permiteRemoverEndereco'].map((key) => ({
          area: 'CALLCENTER' as const,
          key,
          value: false,
        })),
      );
    expect(await create(first)).toMatchObject({ status: 422, body: { code: 'CADASTRO_DESLIGADO' } });
    expect(await remove(first, made.body.data.id)).toMatchObject({
      status: 422,
      body: { code: 'REMOCAO_DESLIGADA' },
    });
  });
});
