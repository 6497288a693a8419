import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { settleLostCharges } from '#server/callcenter/payments/charges.ts';
import { senderBrand } from '#server/config/brand/queries.ts';
import { customerLog, orders, paymentCharges, paymentLinks } from '#server/db/tables/index.ts';
import type { TestServer } from '#tests/support/servers/server.ts';
import { CASH, type OrderFixture, orderFixture } from './orderFixture.ts';

/** A simulated provider: it charges, and its response may be lost on the way. */
const charged = new Map<string, 'APROVADO' | 'RECUSADO'>();
let loses: 'nothing' | 'question' | 'answer' = 'nothing';
let isDown = false;
let stand: Server;
let fixture: OrderFixture;

beforeAll(async () => {
  stand = createServer(async (request, response) => {
    const said = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (isDown) return said(503, {});
    if (request.method === 'GET') {
      const known = charged.get(request.url?.split('/').at(-1) ?? '');
      return known ? said(200, { status: known, referencia: 'ref-1' }) : said(404, {});
    }
    if (loses === 'question') return request.socket.destroy();
    const { chave, cartao } = JSON.parse(await text(request));
    const status = charged.get(chave) ?? (cartao.numero === REFUSED ? 'RECUSADO' : 'APROVADO');
    charged.set(chave, status);
    if (loses === 'answer') return request.socket.destroy();
    return said(200, { status, referencia: 'ref-1' });
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
  fixture = await orderFixture();
});
afterAll(async () => {
  stand.closeAllConnections();
  await new Promise((resolve) => stand.close(resolve));
  await fixture.server.close();
});
beforeEach(() => {
  charged.clear();
  loses = 'nothing';
  comesBack();
});

/** Brings the provider back under a new address that has no recorded failures, so that no circuit breaker is open. */
function comesBack() {
  const { port } = stand.address() as AddressInfo;
  isDown = false;
  Object.assign(fixture.server.deps.settings, { paymentUrl: `http://127.0.0.1:${port}/${Math.random()}` });
}

const REFUSED = '4000000000000002';
const CARD = { numero: '4111111111111111', nome: 'Ana Lima', validade: '12/40', cvv: '123' };
const OTHER = { ...CARD, numero: '5555555555554444' };
let visitor = 0;
const pay = (hash: string, card = CARD) =>
  fixture.server.call('POST', `/callcenter/link-pagamento/pedido/${hash}/pagar`, {
    body: card,
    ip: `10.1.0.${++visitor}`,
  });
const as = (
  type: keyof OrderFixture['tokens'],
  method: Parameters<TestServer['call']>[0],
  path: string,
  body = {},
) =>
  fixture.server.call(method, `/callcenter${path}`, {
    token: fixture.tokens[type],
    ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
  });
const hashOf = (answer: { body: { data: { url: string } } }) => answer.body.data.url.split('/').at(-1) ?? '';
async function opened() {
  const id = await fixture.quote({ paymentMethodId: CASH.online }, '1');
  return { id, hash: hashOf(await as('VENDEDOR', 'POST', `/link-pagamento/${id}/processa-pagamento`)) };
}
const statusOf = async (id: number) =>
  (await fixture.server.deps.db.select().from(orders).where(eq(orders.id, id)))[0]?.status;
const logOf = async (id: number) =>
  (
    await fixture.server.deps.db
      .select()
      .from(customerLog)
      .where(eq(customerLog.itemId, id))
      .orderBy(customerLog.id)
  ).map(({ text: said }) => said);

describe('payment whose answer was lost', () => {
  it('is found again before anything else is charged, whatever card comes next', async () => {
    const { id, hash } = await opened();
    loses = 'answer';
    expect((await pay(hash)).body.code).toBe('PAGAMENTO_FORA_DO_AR');
    loses = 'nothing';
    expect((await pay(hash, OTHER)).status).toBe(200);
    expect(charged.size).toBe(1);
    expect(await statusOf(id)).toBe('PAGAMENTO_REALIZADO');
    expect((await logOf(id)).filter((said) => said.includes('recebido'))).toHaveLength(1);
  });

  it('is also found again by a renewed link', async () => {
    const { id, hash } = await opened();
    loses = 'answer';
    await pay(hash);
    loses = 'nothing';
    const renewed = hashOf(await as('VENDEDOR', 'PUT', `/link-pagamento/pedido/${id}`));
    expect((await pay(renewed, OTHER)).status).toBe(200);
    expect(charged.size).toBe(1);
    expect((await pay(renewed, OTHER)).body.code).toBe('JA_PAGO');
    expect(charged.size).toBe(1);
  });

  it('blocks every charge while the provider does not answer', async () => {
    const { id, hash } = await opened();
    loses = 'answer';
    await pay(hash);
    isDown = true;
    expect((await pay(hash, OTHER)).body.code).toBe('PAGAMENTO_FORA_DO_AR');
    expect(charged.size).toBe(1);
    expect(await statusOf(id)).toBe('PAGAMENTO_PENDENTE');
  });

  it('is charged again if the request never arrived, or the bank had declined', async () => {
    const { id, hash } = await opened();
    loses = 'question';
    await pay(hash);
    loses = 'answer';
    await pay(hash, { ...CARD, numero: REFUSED });
    loses = 'nothing';
    expect((await pay(hash)).status).toBe(200);
    expect([...charged.values()].sort()).toEqual(['APROVADO', 'RECUSADO']);
    expect(await statusOf(id)).toBe('PAGAMENTO_REALIZADO');
  });

  it('is the same charge for another card, and stores nothing a card could be guessed from', async () => {
    const { id, hash } = await opened();
    loses = 'question';
    await pay(hash);
    loses = 'nothing';
    expect((await pay(hash, OTHER)).status).toBe(200);
    const charges = await fixture.server.deps.db
      .select()
      .from(paymentCharges)
      .where(eq(paymentCharges.orderId, id));
    expect(charges).toMatchObject([{ status: 'PAGA' }]);
  });

  it('prevents its order from becoming a quote, which could be charged again or deleted', async () => {
    const { id, hash } = await opened();
    loses = 'answer';
    await pay(hash);
    const back = () => as('VENDEDOR', 'GET', `/pedidos/${id}/orcamento`);
    const refused = (await back()).body;
    expect(refused.code).toBe('PAGAMENTO_SEM_RESPOSTA');
    // Its dialog says so before it asks.
    const { impedimentos } = (await as('VENDEDOR', 'GET', `/orcamentos/${id}/mudancas`)).body.data;
    expect(impedimentos).toEqual([{ codigo: refused.code, mensagem: refused.error }]);
    await settleLostCharges({ ...fixture.server.deps, now: () => new Date(Date.now() + 120_000) });
    expect(await statusOf(id)).toBe('PAGAMENTO_REALIZADO');
    expect((await back()).body.code).toBe('SITUACAO_NAO_PERMITE');
  });

  it('is settled by itself, and reported where the order no longer waits for it', async () => {
    const [first, second] = [await opened(), await opened()];
    loses = 'answer';
    await Promise.all([pay(first.hash), pay(second.hash)]);
    const cancelled = await as('SUPERVISOR', 'DELETE', `/pedidos/${second.id}`);
    expect(cancelled.body.data.message).toMatch(/está sem resposta/);
    await settleLostCharges(fixture.server.deps);
    expect(await statusOf(first.id)).toBe('PAGAMENTO_PENDENTE');

    const later = { ...fixture.server.deps, now: () => new Date(Date.now() + 120_000) };
    isDown = true;
    await settleLostCharges(later);
    expect(await statusOf(first.id)).toBe('PAGAMENTO_PENDENTE');
    comesBack();
    await settleLostCharges(later);
    expect(await statusOf(first.id)).toBe('PAGAMENTO_REALIZADO');
    expect(await statusOf(second.id)).toBe('CANCELADO');
    expect((await logOf(second.id)).at(-1)).toMatch(/já não o esperava/);
    await settleLostCharges(later);
    expect((await logOf(second.id)).filter((said) => said.includes('esperava'))).toHaveLength(1);
  });
});

describe('completed payment', () => {
  const linksOf = (id: number) => fixture.server.deps.db.$count(paymentLinks, eq(paymentLinks.orderId, id));

  it('is shown by every link of its order, also where an older charge turned out paid', async () => {
    const { id, hash } = await opened();
    loses = 'answer';
    await pay(hash);
    const renewed = hashOf(await as('VENDEDOR', 'PUT', `/link-pagamento/pedido/${id}`));
    await settleLostCharges({ ...fixture.server.deps, now: () => new Date(Date.now() + 120_000) });
    expect(await statusOf(id)).toBe('PAGAMENTO_REALIZADO');

    for (const link of [hash, renewed]) {
      const { data } = (await fixture.server.call('GET', `/callcenter/link-pagamento/pedido/${link}`)).body;
      expect(data).toMatchObject({ status: 'PAGO', pagoEm: expect.any(String) });
      // Whose page it is: the branch that sells, as it heads its paper.
      const brand = await senderBrand(fixture.server.deps, fixture.branchIds[0]);
      expect(data.marca).toEqual(brand);
      expect([data.empresa, brand.cnpj]).toEqual([brand.nome, expect.stringMatching(/\w{14}/)]);
    }
    const { data } = (await as('VENDEDOR', 'GET', `/pedidos/${id}`)).body;
    expect(data.linkPagamento).toMatchObject({ status: 'PAGO', pagoEm: expect.any(String) });
    const found = async (link: string) =>
      (await as('VENDEDOR', 'GET', `/pedidos?q=${id}&link=${link}`)).body.itens;
    expect(await found('PAGO')).toMatchObject([{ id, linkPagamentoStatus: 'PAGO' }]);
    expect(await found('CANCELADO')).toEqual([]);
  });

  it('is not charged again, neither as a quote nor as an order', async () => {
    const { id, hash } = await opened();
    expect((await pay(hash)).status).toBe(200);
    const { db } = fixture.server.deps;
    await db.update(orders).set({ stage: 'ORCAMENTO', status: 'ATIVO' }).where(eq(orders.id, id));
    const process = () => as('VENDEDOR', 'POST', `/link-pagamento/${id}/processa-pagamento`);
    const refused = await process();
    expect(refused).toMatchObject({ status: 409, body: { code: 'LINK_PAGO' } });
    expect(refused.body.error).toMatch(/^Este orçamento já foi pago/);

    // A link left open besides the paid one charges nobody.
    const open = {
      orderId: id,
      hash: 'a'.repeat(43),
      amount: '10',
      expiresAt: new Date(Date.now() + 3_600_000),
    };
    await db.insert(paymentLinks).values(open);
    expect((await pay(open.hash, OTHER)).body.code).toBe('JA_PAGO');
    expect(charged.size).toBe(1);

    expect((await as('VENDEDOR', 'POST', `/orcamentos/${id}/pedido`)).status).toBe(200);
    expect(await statusOf(id)).toBe('AGUARDANDO');
    const again = [
      process(),
      ...(['POST', 'PUT'] as const).map((how) => as('VENDEDOR', how, `/link-pagamento/pedido/${id}`)),
    ];
    for (const { status, body } of await Promise.all(again))
      expect([status, body.code]).toEqual([409, 'LINK_PAGO']);
    expect(await linksOf(id)).toBe(2);
  });
});
