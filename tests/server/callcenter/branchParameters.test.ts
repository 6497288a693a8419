import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { PARAMETERS } from '#server/config/parameters/rules.ts';
import {
  agendas,
  auditLog,
  carriers,
  customerLog,
  customers,
  orderItems,
  parameters,
  products,
} from '#server/db/tables/index.ts';
import { type OrderFixture, orderFixture } from './orders/orderFixture.ts';

const ZONE = 'America/Sao_Paulo';
let fixture: OrderFixture;

beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());
afterEach(() => fixture.server.deps.db.delete(parameters));

const set = (key: string, value: unknown, area: 'GERAL' | 'CALLCENTER' = 'CALLCENTER', branchId = 0) =>
  fixture.server.deps.db.insert(parameters).values({ area, key, value, branchId });
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  fixture.server.call(method, path, { token: fixture.tokens.VENDEDOR, ...(body && { body }) });

describe('reagendaOrcamento', () => {
  async function renewed() {
    const { db } = fixture.server.deps;
    const orderId = await fixture.quote({ status: 'VENCIDO', validUntil: addDays(fixture.today, -3) });
    const at = new Date(`${addDays(fixture.today, -3)}T18:30:00Z`);
    const agenda = {
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      personId: fixture.people.VENDEDOR,
      orderId,
      subject: 'Retomar',
      scheduledAt: at,
    };
    const rows = await db
      .insert(agendas)
      .values([agenda, { ...agenda, finishedAt: at }])
      .returning();
    const until = addDays(fixture.today, 9);
    const { status } = await call('PUT', `/callcenter/orcamentos/${orderId}/renovar`, { dtVal: until });
    expect(status).toBe(200);
    const days = await Promise.all(
      rows.map(async ({ id }) => {
        const [row] = await db.select().from(agendas).where(eq(agendas.id, id));
        return (
          row && [localDate(row.scheduledAt, ZONE), row.scheduledAt.toISOString().slice(11, 16), row.version]
        );
      }),
    );
    const reported = await db
      .select()
      .from(customerLog)
      .where(eq(customerLog.itemId, rows[0]?.id ?? 0))
      .orderBy(customerLog.id);
    return {
      days,
      until,
      before: localDate(at, ZONE),
      reported: reported.filter(({ type }) => type === 'AGENDA').length,
    };
  }

  it('moves the pending contact of a renewed quote to its new end, at the same time', async () => {
    const { days, until, before, reported } = await renewed();
    expect(days).toEqual([
      [until, '18:30', 2],
      [before, '18:30', 1],
    ]);
    expect(reported).toBe(1);
    const [audited] = await fixture.server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'agendas'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(audited).toMatchObject({
      action: 'REAGENDAR',
      before: { data_agendada: expect.stringContaining(before) },
      after: { data_agendada: expect.stringContaining(until), motivo: expect.stringContaining('Renovação') },
    });
  });

  it('leaves the contact where the branch switches it off', async () => {
    await set('reagendaOrcamento', true);
    await set('reagendaOrcamento', false, 'CALLCENTER', fixture.branchIds[0]);
    const { days, before, reported } = await renewed();
    expect(days[0]).toEqual([before, '18:30', 1]);
    expect(reported).toBe(0);
  });
});

describe('usaCarrinho', () => {
  async function addedTwice() {
    const { db } = fixture.server.deps;
    const [product] = await db
      .insert(products)
      .values({ code: `C${Math.random()}`, description: 'Cesta', brand: 'Serra', price: '5' })
      .returning();
    await set('vendaSemEstoque', true);
    const orderId = await fixture.quote();
    const add = () =>
      call('PUT', `/callcenter/orcamentos/${orderId}/autosave`, {
        itens: [{ idProd: product?.id, qtde: '2' }],
      });
    expect((await add()).status).toBe(200);
    expect((await add()).status).toBe(200);
    const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
    return lines.filter(({ productId }) => productId === product?.id).map(({ quantity }) => Number(quantity));
  }

  it('adds to the existing line', async () => expect(await addedTwice()).toEqual([4]));
  it('adds another line where it is off', async () => {
    await set('usaCarrinho', false);
    expect(await addedTwice()).toEqual([2, 2]);
  });
});

describe('usaLgpd', () => {
  const documents = async () =>
    (await call('GET', '/callcenter/clientes')).body.itens.map(
      ({ documento }: { documento: string }) => documento,
    );

  it('hides the ends of a CPF in lists, but nothing of a CNPJ', async () => {
    const { db } = fixture.server.deps;
    await db
      .update(customers)
      .set({ document: '11144477735' })
      .where(eq(customers.id, fixture.customerIds.first));
    expect(await documents()).toContain('11144477735');
    await set('usaLgpd', true, 'GERAL');
    const shown = await documents();
    expect(shown).toContain('***.444.777-**');
    expect(shown.filter((each: string) => each.length === 11)).toEqual([]);
  });
});

/** From document 002: section 6 and the constants of section 9. */
describe('default of a parameter', () => {
  it.each([
    ['campoOrdenacaoProdutos', 'descricaocompleta'],
    ['tipoMenu', 'SUPERIOR_DESANINHADO'],
    ['tipoValidacaoPreco', 'BRUTO'],
    ['unidadePadrao', 'UN'],
  ] as const)('%s is %s', async (key, value) => {
    expect(PARAMETERS[key].padrao).toBe(value);
    const id = await fixture.quote();
    const { body } = await call('GET', `/callcenter/orcamentos/${id}/carrinho`);
    expect(body.data.regras[key]).toBe(value);
  });

  it('exists for each flag that the documents name', () => {
    const named = [
      ...['exibeMargemLucro', 'exibeNegociarPreco', 'usaCupom', 'usaContaCorrente', 'usaCarrinho', 'usaLgpd'],
      ...['usaCampanhaComercial', 'usaPrecoAtacado', 'usaCreditoCliente', 'selecionaTransportadora'],
      ...['selecionaTipoFrete', 'vendaSemEstoque', 'validaSaldoNegativo', 'reagendaOrcamento'],
      ...['cadastraCliente', 'permiteAbonarFrete', 'registrarAtendimentoAoSair', 'cadastraEnderecoEntrega'],
      ...['registraItensCotados', 'permiteRemoverEndereco', 'protocoloLigacao'],
    ] as (keyof typeof PARAMETERS)[];
    expect(named.filter((key) => PARAMETERS[key]?.padrao === undefined)).toEqual([]);
  });
});

describe('selecionaTransportadora', () => {
  const choose = async (id: number, idTransportadora: number | null) =>
    (await call('PUT', `/callcenter/orcamentos/${id}/autosave`, { idTransportadora })).body;

  it('allows choosing the carrier of a quote by hand', async () => {
    const id = await fixture.quote();
    const rows = await fixture.server.deps.db
      .insert(carriers)
      .values(['Veloz', 'Serrana'].map((name) => ({ legalName: name, tradeName: name, cnpj: '' })))
      .returning();
    const [carrier, other] = rows.map((row) => row.id) as [number, number];
    expect((await choose(id, carrier)).data.transportadora.id).toBe(carrier);
    await set('selecionaTransportadora', false);
    expect(await choose(id, other)).toMatchObject({
      code: 'TRANSPORTADORA_FIXA',
      errors: { idTransportadora: 'Escolhida pelo cálculo do frete.' },
    });
    // An existing choice may stay, and may be cleared.
    expect((await choose(id, null)).data.transportadora).toBeNull();
  });
});

describe('unidadePadrao', () => {
  it('is the unit of a product without one', async () => {
    const { db } = fixture.server.deps;
    const [product] = await db
      .insert(products)
      .values({ code: `U${Math.random()}`, description: 'Barbante', brand: 'Serra', price: '5', unit: '' })
      .returning();
    const id = await fixture.quote();
    const unit = async () =>
      (await call('GET', `/callcenter/orcamentos/${id}/produtos/${fixture.branchIds[0]}/${product?.id}`)).body
        .data;
    expect(await unit()).toMatchObject({ und: 'UN', embalagens: { 0: { unidade: 'UN' } } });
    await set('unidadePadrao', 'RL');
    expect(await unit()).toMatchObject({ und: 'RL', embalagens: { 0: { unidade: 'RL' } } });
  });
});

describe('exibeNegociarPreco', () => {
  it('is also checked by the request, which suggests another way when refused', async () => {
    const { db } = fixture.server.deps;
    const id = await fixture.quote();
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    const request = () =>
      call('POST', '/callcenter/precos-negociados', {
        idPedido: id,
        itens: [{ idItem: item?.id, preco: '9' }],
      });
    const low = () =>
      call('PUT', `/callcenter/orcamentos/${id}/autosave`, { itens: [{ id: item?.id, preco: '1' }] });
    expect((await low()).body.error).toMatch(/Negocie o preço/);
    await set('exibeNegociarPreco', false);
    expect((await request()).body.code).toBe('NAO_NEGOCIA');
    expect((await low()).body.error).not.toMatch(/Negocie/);
    await db.delete(parameters);
    expect((await request()).status).toBe(200);
  });
});

describe('exibeMargemLucro', () => {
  it('hides the profit from people who edit a quote', async () => {
    // What the lines say today: the product has no cost.
    const id = await fixture.quote();
    const profit = async () =>
      Number((await call('GET', `/callcenter/orcamentos/${id}/carrinho`)).body.data.percLucro ?? -1);
    expect(await profit()).toBe(PARAMETERS.exibeMargemLucro.padrao ? 100 : -1);
    await set('exibeMargemLucro', !PARAMETERS.exibeMargemLucro.padrao);
    expect(await profit()).toBe(PARAMETERS.exibeMargemLucro.padrao ? -1 : 100);
  });
});

describe('usaCreditoCliente', () => {
  it('decides whether a later payment needs credit', async () => {
    const later = () => fixture.quote({ paymentMethodId: 1, paymentPlanId: 2 });
    const save = async (id: number) => (await call('POST', `/callcenter/orcamentos/${id}/pedido`, {})).body;
    expect((await save(await later())).code).toBe('SEM_LIMITE');
    await set('usaCreditoCliente', false);
    expect((await save(await later())).code).not.toBe('SEM_LIMITE');
  });
});
