import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { audit } from '../../../server/audit.ts';
import type { Context, User } from '../../../server/context.ts';
import { connect } from '../../../server/db/client.ts';
import { customers, feedEntries, feedPending, feedState } from '../../../server/db/tables/index.ts';
import { numberChanges, startSequencer, sweepFeed } from '../../../server/feed/sequencer.ts';
import { personById } from '../../../server/session/currentUser.ts';
import { CASH, type OrderFixture, orderFixture } from '../callcenter/orderFixture.ts';
import { startReceiver } from './receiver.ts';

let fixture: OrderFixture;
let administrator: User;
beforeAll(async () => {
  fixture = await orderFixture();
  administrator = (await personById(fixture.server.deps.db, fixture.people.ADMIN)) as User;
});
afterAll(() => fixture?.server.close());

interface Told {
  cursor: string;
  tipo: string;
  codigo: string;
  id: number;
  acao: string;
  passo: string | null;
  autor: { id: number; nome: string } | null;
  endereco: string | null;
}

const keyOf = async (escopos: object[], filiais: number[] = []) => {
  const { status, body } = await fixture.server.call('POST', '/config/chaves', {
    token: fixture.tokens.ADMIN,
    body: { nome: 'ERP', escopos, filiais, enderecos: [], validade: null },
  });
  expect(status).toBe(200);
  return body.data.chave as string;
};
const reading = (...tipos: string[]) => tipos.map((tipo) => ({ tipo, verbos: ['LER'] }));
const get = (token: string, url: string) => fixture.server.call('GET', url, { token });
const feed = (token: string, query = '') => get(token, `/dados/v1/mudancas?${query}`);
const now = async (token: string) => (await feed(token, 'apos=agora')).body.proximo as string;
const since = async (token: string, cursor: string, more = ''): Promise<Told[]> =>
  (await feed(token, `apos=${cursor}&limite=1000${more}`)).body.itens;
const as = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | null = {},
  who: keyof OrderFixture['tokens'] = 'ADMIN',
) => fixture.server.call(method, path, { token: fixture.tokens[who], ...(body && { body }) });
const contextOf = (user: User): Context =>
  ({ ...fixture.server.deps, user, ip: '127.0.0.1', requestId: 'teste' }) as unknown as Context;
const brief = ({ tipo, codigo, acao, passo }: Told) =>
  [tipo, codigo, acao, ...(passo ? [passo] : [])].join(' ');
const product = (codigo: string, more: object = {}) => ({
  codigo,
  descricao: `Produto ${codigo}`,
  unidade: 'UN',
  ...more,
});

describe('access to the feed', () => {
  it('is refused without a key or session, to consumers, and to keys without the type', async () => {
    expect((await fixture.server.call('GET', '/dados/v1/mudancas')).status).toBe(401);
    expect((await feed(fixture.tokens.CONSUMIDOR_FINAL)).status).toBe(404);
    const key = await keyOf(reading('produtos'));
    expect((await feed(key, 'tipos=tickets')).status).toBe(403);
    expect((await feed(key, 'tipos=produtos,clientes')).status).toBe(403);
    expect((await feed(key, 'tipos=inventado')).status).toBe(422);
    expect((await feed(key, 'tipos=produtos')).status).toBe(200);
    const id = await fixture.quote();
    for (const path of ['tickets', 'pedidos', 'pagamentos', 'contatos', 'atendimentos'])
      expect((await get(key, `/dados/v1/${path}/${id}`)).status).toBe(403);
    // The key may only write; it was not given permission to read what it wrote.
    const writer = await keyOf([{ tipo: 'produtos', verbos: ['GRAVAR'] }]);
    expect((await feed(writer)).status).toBe(403);
    const wrote = await fixture.server.call('PUT', '/dados/v1/produtos', {
      token: writer,
      body: [product('E1')],
    });
    expect(wrote.body.contagens).toMatchObject({ criados: 1 });
  });

  it('is read-only for types that only the console writes, granted only by people who can read them', async () => {
    const answer = await fixture.server.call('POST', '/config/chaves', {
      token: fixture.tokens.ADMIN,
      body: {
        nome: 'ERP',
        escopos: [{ tipo: 'tickets', verbos: ['GRAVAR'] }],
        filiais: [],
        enderecos: [],
        validade: null,
      },
    });
    expect(answer.status).toBe(422);
  });

  it("is limited to changes of the key's branches, including deletions", async () => {
    const [first, second] = fixture.branchIds;
    const here = await keyOf(reading('pedidos', 'estoque', 'clientes', 'contatos'), [first]);
    const there = await keyOf(reading('pedidos', 'estoque', 'clientes', 'contatos'), [second]);
    const all = await keyOf(reading('pedidos', 'estoque', 'clientes', 'contatos'));
    const [from, other, every] = [await now(here), await now(there), await now(all)];
    const [id, released] = [await fixture.quote(), await fixture.quote()];
    expect((await get(fixture.tokens.ADMIN, `/callcenter/orcamentos/${released}/liberar-fv`)).status).toBe(
      200,
    );
    await as('POST', `/sac/contatos/${fixture.customerIds.first}/contatos`, {
      contato: 'Ana',
      email: 'ana@exemplo.com.br',
    });
    expect((await since(here, from)).map(brief)).toEqual(
      expect.arrayContaining([`pedidos ${released} passo LIBERAR`]),
    );
    expect((await since(here, from)).map(({ tipo }) => tipo)).toContain('contatos');
    expect(await since(there, other)).toEqual([]);
    expect((await get(there, `/dados/v1/pedidos/${id}`)).status).toBe(404);
    expect((await get(there, '/dados/v1/pedidos/99999')).body.error).toBe(
      (await get(there, `/dados/v1/pedidos/${id}`)).body.error,
    );
    const removed = await fixture.server.call('DELETE', `/callcenter/orcamentos/${id}`, {
      token: fixture.tokens.ADMIN,
    });
    expect(removed.status).toBe(200);
    const gone = (await since(here, from)).filter((each) => each.id === id && each.tipo === 'pedidos');
    expect(gone).toEqual([expect.objectContaining({ codigo: String(id), acao: 'excluido', endereco: null })]);
    expect((await since(all, every)).map(brief)).toContain(`pedidos ${id} excluido`);
    expect(await since(there, other)).toEqual([]);
  });
});

describe('content of the feed', () => {
  it('includes every record that was written, by its code, with its author', async () => {
    const key = await keyOf([
      { tipo: 'produtos', verbos: ['LER', 'GRAVAR', 'EXCLUIR'] },
      ...reading('precos'),
    ]);
    const from = await now(key);
    const put = (rows: object[]) =>
      fixture.server.call('PUT', '/dados/v1/produtos', { token: key, body: rows });
    await put([product('F1'), product('F2')]);
    await put([product('F1'), product('F2', { descricao: 'Outro' })]);
    await fixture.server.call('DELETE', '/dados/v1/produtos/F1', { token: key });
    await as('POST', '/config/cadastros/produtos', { dados: product('F3') });
    const reported = await since(key, from);
    expect(reported.map(brief)).toEqual([
      'produtos F1 criado',
      'produtos F2 criado',
      'produtos F2 alterado',
      'produtos F1 excluido',
      'produtos F3 criado',
    ]);
    expect(reported[1]?.autor?.nome).toBe('ERP');
    expect((await get(key, reported[1]?.endereco ?? '')).body.data.descricao).toBe('Outro');
    expect((await since(key, from, '&semMinhas=true')).map(brief)).toEqual(['produtos F3 criado']);
  });

  it('includes orders with their status, payments and service records, all of them readable', async () => {
    const key = await keyOf(reading('tickets', 'pedidos', 'pagamentos', 'atendimentos', 'contatos'));
    const from = await now(key);
    const provider = await startReceiver(async () => ({
      status: 200,
      body: '{"status":"APROVADO","referencia":"r1"}',
    }));
    Object.assign(fixture.server.deps.settings, { paymentUrl: provider.url });
    const id = await fixture.quote({ paymentMethodId: CASH.online }, '1');
    const link = await as('POST', `/callcenter/link-pagamento/${id}/processa-pagamento`, {}, 'VENDEDOR');
    const hash = String(link.body.data.url).split('/').at(-1);
    const paid = await fixture.server.call('POST', `/callcenter/link-pagamento/pedido/${hash}/pagar`, {
      body: { numero: '4111111111111111', nome: 'Ana Lima', validade: '12/40', cvv: '123' },
    });
    expect(paid.status).toBe(200);
    await provider.close();
    const begun = await as(
      'POST',
      '/callcenter/atendimento/iniciar',
      { cliente_id: fixture.customerIds.first },
      'OPERADOR',
    );
    expect([begun.status, begun.body]).toEqual([200, expect.anything()]);
    const reported = (await since(key, from)).map(brief);
    expect(reported).toEqual(
      expect.arrayContaining([
        `pedidos ${id} passo SALVAR_PEDIDO`,
        `pedidos ${id} passo GERAR_LINK`,
        `pedidos ${id} passo PAGAR`,
        `pagamentos ${id} criado`,
      ]),
    );
    expect((await get(key, `/dados/v1/pedidos/${id}`)).body.data).toMatchObject({ id, isPedido: true });
    expect((await get(key, `/dados/v1/pagamentos/${id}`)).body.data).toEqual([
      expect.objectContaining({ pedido: id, referencia: 'r1' }),
    ]);
    const service = (await since(key, from)).find(({ tipo }) => tipo === 'atendimentos');
    expect((await get(key, service?.endereco ?? '')).body.data.cliente.id).toBe(fixture.customerIds.first);
    const made = await as('POST', `/sac/contatos/${fixture.customerIds.first}/contatos`, {
      contato: 'Bia',
      email: 'bia@exemplo.com.br',
    });
    expect((await get(key, `/dados/v1/contatos/${made.body.data.id}`)).body.data).toMatchObject({
      nome: 'Bia',
      cliente: { id: fixture.customerIds.first },
    });
  });

  it('includes each contact that was created, changed or deleted with its customer', async () => {
    const [first, second] = fixture.branchIds;
    const here = await keyOf(reading('contatos'), [first]);
    const there = await keyOf(reading('contatos'), [second]);
    const from = await now(here);
    const [stored] = await fixture.server.deps.db
      .select({ document: customers.document })
      .from(customers)
      .where(eq(customers.id, fixture.customerIds.first));
    const put = async (contatos: object[]) => {
      const { body } = await as('PUT', '/dados/v1/clientes', [
        { documento: stored?.document, contatos },
      ] as object);
      expect(body.linhas[0]).toMatchObject({ resultado: 'mudado' });
    };
    const lia = { nome: 'Lia Prado', email: 'lia@exemplo.com.br' };
    const rui = { nome: 'Rui Melo', email: 'rui@exemplo.com.br' };
    await put([lia, rui]);
    const made = (await since(here, from)).filter(({ acao }) => acao === 'criado');
    expect(made).toHaveLength(2);
    const names = await Promise.all(
      made.map(async ({ endereco }) => (await get(here, endereco ?? '')).body.data),
    );
    expect(names.map(({ nome }) => nome).sort()).toEqual(['Lia Prado', 'Rui Melo']);
    const begun = await now(here);
    await put([{ ...lia, cargo: 'Compras' }]);
    const idOf = (name: string) => names.find(({ nome }) => nome === name).id as number;
    expect((await since(here, begun)).map(({ id, acao }) => [id, acao])).toEqual(
      expect.arrayContaining([
        [idOf('Lia Prado'), 'alterado'],
        [idOf('Rui Melo'), 'excluido'],
      ]),
    );
    expect(await since(here, begun)).toHaveLength(2);
    expect(await since(there, from)).toEqual([]);
  });

  it('includes no exports, and nothing of a change that was rolled back', async () => {
    const key = await keyOf(reading('pedidos', 'produtos'));
    const from = await now(key);
    await as('POST', '/callcenter/pedidos/exportar', { formato: 'csv', filtros: {} });
    const ctx = contextOf(administrator);
    await fixture.server.deps.db
      .transaction(async (tx) => {
        await audit(tx, ctx, { action: 'ALTERAR', entity: 'products', entityId: fixture.productId });
        throw new Error('no');
      })
      .catch(() => {});
    expect(await since(key, from)).toEqual([]);
  });
});

describe('cursor of the feed', () => {
  it('is rejected with 410 after a restore, by another feed, and when what follows was swept', async () => {
    const { db } = fixture.server.deps;
    const key = await keyOf(reading('produtos'));
    const put = (codigo: string) => as('POST', '/config/cadastros/produtos', { dados: product(codigo) });
    await put('R1');
    const before = await now(key);
    await put('R2');
    const after = await now(key);
    // Simulates a restore: entries after the backup are gone, and their positions are assigned again.
    const [state] = await db.select().from(feedState);
    await db.delete(feedEntries).where(eq(feedEntries.position, state?.last ?? 0));
    await db.update(feedState).set({ last: (state?.last ?? 0) - 1 });
    expect((await feed(key, `apos=${after}`)).status).toBe(410);
    await put('R3');
    const lost = await feed(key, `apos=${after}`);
    expect([lost.status, lost.body.code]).toEqual([410, 'CURSOR_PERDIDO']);
    // A reader that had not read the lost entries can continue.
    expect((await since(key, before)).map(brief)).toEqual(['produtos R3 criado']);
    expect((await feed(key, `apos=00000000${before.slice(8)}`)).status).toBe(410);
    expect((await feed(key, 'apos=nada')).status).toBe(422);
    const end = await now(key);
    // A single write with a wrong clock does not remove other entries.
    const young = await db.$count(feedEntries);
    await db
      .update(feedEntries)
      .set({ at: new Date(0) })
      .where(sql`position = (select max(position) - 1 from feed_entries)`);
    await sweepFeed({ ...fixture.server.deps, now: () => new Date() });
    expect(await db.$count(feedEntries)).toBe(young);
    await db.update(feedEntries).set({ at: new Date(Date.now() - 91 * 24 * 60 * 60 * 1000) });
    await sweepFeed({ ...fixture.server.deps, now: () => new Date() });
    expect(await db.$count(feedEntries)).toBe(1);
    expect((await feed(key, `apos=${before}`)).status).toBe(410);
    expect(await since(key, end)).toEqual([]);
    // The beginning is the oldest entry that is kept.
    const start = await feed(key);
    expect(start.status).toBe(200);
    await put('R4');
    expect((await since(key, start.body.proximo)).map(brief)).toEqual(['produtos R4 criado']);
  });

  it('waits for changes on request, and no longer than that', async () => {
    const key = await keyOf(reading('produtos'));
    const from = await now(key);
    const waiting = feed(key, `apos=${from}&espera=20`);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const at = Date.now();
    await as('POST', '/config/cadastros/produtos', { dados: product('W1') });
    expect((await waiting).body.itens.map(brief)).toEqual(['produtos W1 criado']);
    expect(Date.now() - at).toBeLessThan(2_000);
    const begun = Date.now();
    expect((await feed(key, `apos=${await now(key)}&espera=1`)).body.itens).toEqual([]);
    expect(Date.now() - begun).toBeGreaterThan(900);
  });
});

describe('twenty writers with slow transactions', () => {
  it('are read without a gap or a duplicate by a reader who pages meanwhile, with two sequencers', async () => {
    const { db } = fixture.server.deps;
    const key = await keyOf(reading('pedidos'));
    const begin = await now(key);
    const writers = connect(fixture.server.database.url, { max: 20 });
    const nodes = [
      connect(fixture.server.database.url, { max: 2 }),
      connect(fixture.server.database.url, { max: 2 }),
    ];
    const warned: object[] = [];
    const sequencers = nodes.map((node) =>
      startSequencer(node, { warn: (details: object) => void warned.push(details) }),
    );
    const ids = await Promise.all(Array.from({ length: 20 }, () => fixture.quote()));
    const ctx = contextOf(administrator);
    const EACH = 25;
    let writing = true;
    const write = async (orderId: number, writer: number) => {
      for (let turn = 0; turn < EACH; turn++) {
        await writers.db.transaction(async (tx) => {
          await audit(tx, ctx, {
            action: `P${writer}_${turn}_A`,
            entity: 'price_negotiations',
            entityId: orderId,
          });
          await tx.execute(sql`select pg_sleep(${Math.random() * 0.06})`);
          await audit(tx, ctx, {
            action: `P${writer}_${turn}_B`,
            entity: 'price_negotiations',
            entityId: orderId,
          });
        });
      }
    };
    const seen: string[] = [];
    const cursors: string[] = [];
    const read = async () => {
      let cursor = begin;
      for (let last = false; ; ) {
        last = !writing;
        const { body, status } = await feed(key, `apos=${cursor}&limite=17`);
        expect(status).toBe(200);
        seen.push(...body.itens.map((each: Told) => each.passo ?? ''));
        cursors.push(...body.itens.map((each: Told) => each.cursor));
        cursor = body.proximo;
        if (last && !body.mais && body.itens.length === 0) return;
      }
    };
    const reader = read();
    await Promise.all(ids.map(write));
    await numberChanges(db);
    writing = false;
    await reader;
    await Promise.all(sequencers.map(({ stop }) => stop()));
    await Promise.all([writers, ...nodes].map(({ close }) => close()));
    const written = ids.flatMap((_, writer) =>
      Array.from({ length: EACH }, (__, turn) => [`P${writer}_${turn}_A`, `P${writer}_${turn}_B`]).flat(),
    );
    expect(new Set(cursors).size).toBe(cursors.length);
    expect([...seen].sort()).toEqual([...written].sort());
    // The changes of one writer are delivered in the order in which they were made.
    for (const writer of ids.keys()) {
      const own = seen.filter((each) => each.startsWith(`P${writer}_`));
      expect(own).toEqual(written.filter((each) => each.startsWith(`P${writer}_`)));
    }
    expect(await db.$count(feedPending)).toBe(0);
    expect(warned).toEqual([]);
  }, 60_000);

  it('raise an alarm when one of them holds its changes back too long', async () => {
    const { db } = fixture.server.deps;
    await db.insert(feedPending).values({
      type: 'produtos',
      code: 'P1',
      recordId: fixture.productId,
      happened: 'alterado',
      at: new Date(),
      writtenAt: new Date(Date.now() - 90_000),
    });
    const warned: { seconds?: number }[] = [];
    const sequencer = startSequencer(fixture.server.deps, {
      warn: (details: object) => void warned.push(details),
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await sequencer.stop();
    expect(warned).toEqual([{ count: 1, seconds: expect.any(Number) }]);
    expect(warned[0]?.seconds).toBeGreaterThan(80);
  });
});
