import { describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { customers, feedEntries, feedState } from '#server/db/tables/index.ts';
import { sweepFeed } from '#server/feed/sequencer.ts';
import { audit } from '#server/writing/audit.ts';
import { CASH } from '../callcenter/orders/orderFixture.ts';
import {
  administrator,
  as,
  brief,
  contextOf,
  feed,
  fixture,
  get,
  keyOf,
  now,
  openFeed,
  product,
  reading,
  since,
} from './feedFixture.ts';
import { startReceiver } from './receiver.ts';

openFeed();

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
