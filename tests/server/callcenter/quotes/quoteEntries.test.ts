import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { EnteredLines } from '#contract/callcenter/quotes/quoteEntry.ts';
import {
  customerLog,
  customerProductWords,
  orderItems,
  productStock,
  products,
} from '#server/db/tables/index.ts';
import {
  box,
  call,
  db,
  expectSumsStored,
  foreign,
  id,
  loose,
  openQuotes,
  persons,
  product,
  seller,
  server,
  versao,
} from './quoteFixture.ts';

openQuotes();

const send = async (path: 'linhas' | 'colar', body: object, key?: string, token = seller) => {
  const answer = await server.call('POST', `/callcenter/orcamentos/${id}/${path}`, {
    token,
    body: { versao, ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
  return { status: answer.status, body: answer.body, data: answer.body.data as EnteredLines };
};
const told = ({ linhas }: EnteredLines) => linhas.map(({ situacao, problema }) => [situacao, problema]);
const lines = () => db().select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(orderItems.line);
const more = async (part: Partial<typeof products.$inferInsert>, stock = '1000') => {
  const [row] = await db()
    .insert(products)
    .values({ code: 'X', description: 'X', brand: 'B', price: '10', ...part })
    .onConflictDoNothing()
    .returning();
  const found =
    row ??
    (
      await db()
        .select()
        .from(products)
        .where(eq(products.code, part.code ?? 'X'))
    )[0];
  await db()
    .insert(productStock)
    .values({ productId: found?.id ?? 0, branchId: persons.branchIds[0], quantity: stock })
    .onConflictDoNothing();
  return found?.id ?? 0;
};

/** The statements of this kind that are sent meanwhile, also within transactions. */
const statements = async (kind: RegExp, work: () => Promise<unknown>) => {
  const sent: { text: string; values: unknown[] }[] = [];
  const { pool } = server.deps;
  const listen = (client: pg.PoolClient) => {
    const ask = client.query;
    client.query = ((query: { text?: string } | string, ...rest: unknown[]) => {
      const text = typeof query === 'string' ? query : (query.text ?? '');
      if (kind.test(text)) sent.push({ text, values: rest[0] as unknown[] });
      return (ask as (...given: unknown[]) => unknown).call(client, query, ...rest);
    }) as typeof ask;
    pool.once('release', () => {
      client.query = ask;
    });
  };
  pool.on('acquire', listen);
  try {
    await work();
  } finally {
    pool.off('acquire', listen);
  }
  return sent;
};

describe('lines that are typed one after the other', () => {
  it('are unknown to foreign people', async () => {
    const linhas = [{ texto: '1001' }];
    expect((await send('linhas', { linhas }, undefined, foreign)).status).toBeGreaterThanOrEqual(403);
    expect((await send('colar', { texto: '1001' }, undefined, foreign)).status).toBeGreaterThanOrEqual(403);
  });

  it('go in one request, in their order, each with its own error, and once for one key', async () => {
    const rice = await more({ code: '2002', description: 'Arroz branco 5 kg', barcode: '7890000000017' });
    const gone = await more({ code: '3003', description: 'Feijão esgotado' }, '0');
    const linhas = [
      { texto: '2*7890000000017' },
      { texto: '7*nada disso existe' },
      { texto: '3003' },
      { texto: '1001', idProd: product, idEmb: loose, qtde: '3' },
      { texto: '1001', idProd: product, idEmb: loose, qtde: '999' },
      { texto: 'arroz branco' },
    ];
    const { data } = await send('linhas', { linhas }, 'digitadas-1');
    expect(told(data)).toEqual([
      ['INCLUIDA', ''],
      ['RECUSADA', 'Nenhum produto encontrado.'],
      ['RECUSADA', 'Feijão esgotado está indisponível no momento.'],
      ['INCLUIDA', ''],
      ['RECUSADA', expect.stringMatching(/em estoque/)],
      ['INCLUIDA', ''],
    ]);
    expect(gone).toBeGreaterThan(0);
    const written = (await lines()).map(({ productId, quantity }) => [productId, Number(quantity)]);
    expect(written).toEqual([
      // The same product again increases its line.
      [rice, 3],
      [product, 3],
    ]);
    await expectSumsStored(id, data.orcamento);
    // The version that a repeat names is another one; it is still the same request.
    const again = await server.call('POST', `/callcenter/orcamentos/${id}/linhas`, {
      token: seller,
      body: { versao: data.orcamento.versao, linhas },
      headers: { 'idempotency-key': 'digitadas-1' },
    });
    expect(again.body.data.linhas).toEqual(data.linhas);
    expect(await lines()).toHaveLength(2);
    const log = await db()
      .select()
      .from(customerLog)
      .where(eq(customerLog.itemId, id))
      .orderBy(customerLog.id);
    expect(log.filter(({ text }) => text === 'Orçamento em edição')).toHaveLength(1);
  });

  it('offers the quantities that a packaging allows', async () => {
    const { data } = await send('linhas', {
      linhas: [{ texto: '1001', idProd: product, idEmb: box, qtde: '1.5' }],
    });
    expect(data.linhas[0]).toMatchObject({ situacao: 'RECUSADA', produto: 'Tinta base fosca' });
    expect(data.linhas[0]?.alternativas.map(({ texto }) => texto)).toEqual(['2*1001']);
  });
});

describe('a pasted list', () => {
  const chat = [
    '[10:31, 29/11/2026] Ana: Bom dia, segue o pedido',
    '2 cx 1001',
    '5x 7890000000017',
    'massa corrida 18kg 4',
    '3 rolo de la',
    '12 sc cimento que ninguém vende',
    '4 fd 2002',
  ].join('\n');

  it('becomes lines where it is sure, asks otherwise, and remembers what was chosen for this customer', async () => {
    const rice = await more({ code: '2002', description: 'Arroz branco 5 kg', barcode: '7890000000017' });
    const putty = await more({ code: 'MC-18', description: 'Massa corrida PVA 18kg' });
    const roller = await more({ code: 'RL-23', description: 'Rolo de lã 23 cm' });
    const small = await more({ code: 'RL-09', description: 'Rolo de lã 9 cm' });
    const first = await send('colar', { texto: chat });
    expect(first.data.linhas.map(({ situacao, qtde, unidade }) => [situacao, qtde, unidade])).toEqual([
      ['IGNORADA', null, ''],
      ['INCLUIDA', '2', 'cx'],
      ['INCLUIDA', '5', ''],
      ['INCLUIDA', '4', ''],
      ['ESCOLHER', '3', 'rl'],
      ['ESCOLHER', '12', 'sc'],
      ['ESCOLHER', '4', 'fd'],
    ]);
    const [, , , , rolls, cement, packs] = first.data.linhas;
    expect(cement).toMatchObject({ candidatos: [], problema: 'Nenhum produto parecido.' });
    expect(packs?.problema).toBe('Arroz branco 5 kg não é vendido nessa unidade.');
    expect((await lines()).map(({ productId, packagingId }) => [productId, packagingId])).toEqual([
      [product, box],
      [rice, null],
      [putty, null],
    ]);
    await expectSumsStored(id, first.data.orcamento);

    const chosen = { texto: 'rolo', idProd: small, qtde: '3', palavras: rolls?.palavras };
    const answer = await server.call('POST', `/callcenter/orcamentos/${id}/linhas`, {
      token: seller,
      body: { versao: first.data.orcamento.versao, linhas: [chosen] },
    });
    expect(answer.body.data.linhas[0].situacao).toBe('INCLUIDA');
    const kept = await db().select().from(customerProductWords);
    expect(kept).toMatchObject([{ words: 'la', productId: small, personId: persons.people.VENDEDOR }]);

    // The next time it is sure, for this customer.
    const again = await server.call('POST', `/callcenter/orcamentos/${id}/colar`, {
      token: seller,
      body: { versao: answer.body.data.orcamento.versao, texto: '2 Rolos de Lã' },
    });
    expect(again.body.data.linhas[0]).toMatchObject({ situacao: 'INCLUIDA', idProd: small, qtde: '2' });
    expect(roller).not.toBe(small);
  });

  it('takes no number or name for a product that the line does not speak of', async () => {
    await more({ code: '12', description: 'Prego com cabeça' });
    await more({ code: '15', description: 'Martelo de borracha' });
    const crushed = await more({ code: 'AR-1', description: 'Areia lavada tp1 5kg' });
    const cookie = await more({ code: 'BM-1', description: 'Biscoito Maria' });
    const sausage = await more({ code: 'SA-1', description: 'Salsicha viena' });
    const texto = [
      '12 areia lavada tp1 5kg',
      'Entrega dia 15',
      'Rua 15 de Novembro',
      '2 sal',
      'Maria',
      '3 maria',
      '15 martelo 4',
      'cod 12 7',
    ].join('\n');
    const { data } = await send('colar', { texto });
    const read = data.linhas.map(({ situacao, qtde, idProd, candidatos: [first] }) => [
      situacao,
      qtde,
      idProd ?? first?.idExibicao ?? null,
    ]);
    expect(read).toEqual([
      ['INCLUIDA', '12', crushed],
      ['ESCOLHER', '15', null],
      ['ESCOLHER', null, '15'],
      ['ESCOLHER', '2', 'SA-1'],
      ['ESCOLHER', null, 'BM-1'],
      ['INCLUIDA', '3', cookie],
      ['ESCOLHER', '4', '15'],
      ['INCLUIDA', '7', expect.any(Number)],
    ]);
    expect((await lines()).map(({ productId }) => productId)).not.toContain(sausage);
  });

  const situations = async (...rows: string[]) => {
    const { data } = await send('colar', { texto: rows.join('\n') });
    return data.linhas.map(({ situacao, candidatos }) => [
      situacao,
      candidatos.map(({ idExibicao }) => idExibicao).sort(),
    ]);
  };

  it('asks which of two products two codes of one line mean', async () => {
    await more({ code: '4471', description: 'Tijolo baiano' });
    await more({ code: '4472', description: 'Telha colonial' });
    expect(await situations('cod 4471 cod 4472')).toEqual([['ESCOLHER', ['4471', '4472']]]);
  });

  it('asks of what was once chosen where the line counts nothing', async () => {
    const tile = await more({ code: 'PZ-1', description: 'Piso cerâmico 60x60' });
    await db().insert(customerProductWords).values({
      customerId: persons.customerIds.first,
      words: 'chao sala',
      productId: tile,
      personId: persons.people.VENDEDOR,
    });
    expect(await situations('chão da sala')).toEqual([['ESCOLHER', ['PZ-1']]]);
    expect(await situations('2 chão da sala')).toEqual([['INCLUIDA', []]]);
  });

  it('asks where two products have every word, and where no word has three letters', async () => {
    await more({ code: 'QV-1', description: 'Querosene vermelho' });
    await more({ code: 'QV-2', description: 'Querosene vermelho extra' });
    await more({ code: 'XJ-9', description: 'Xj kw' });
    expect(await situations('3 querosene vermelho', '3 xj kw')).toEqual([
      ['ESCOLHER', ['QV-1', 'QV-2']],
      ['ESCOLHER', ['XJ-9']],
    ]);
  });

  it('finds a size whether or not its measure stands apart', async () => {
    const dough = await more({ code: 'AG-1', description: 'Argamassa colante 20kg' });
    const grout = await more({ code: 'RJ-1', description: 'Rejunte cinza 1 KG' });
    expect(await situations('4 argamassa colante 20 kg', '2 rejunte cinza 1kg')).toEqual([
      ['INCLUIDA', []],
      ['INCLUIDA', []],
    ]);
    expect((await lines()).map(({ productId }) => productId)).toEqual([dough, grout]);
  });

  it('of more lines than a paste takes is refused with their number', async () => {
    const texto = Array.from({ length: 201 }, () => '1 cx 1001').join('\n');
    const { status, body } = await send('colar', { texto });
    expect([status, body.errors]).toEqual([
      422,
      { texto: 'A lista tem 201 linhas, e cabem 200 de cada vez. Cole uma parte e depois o resto.' },
    ]);
    expect(await lines()).toEqual([]);
  });

  it('full of refusals prices its lines once', async () => {
    const gone = await more({ code: '4004', description: 'Cal hidratada' }, '3');
    const linhas = Array.from({ length: 60 }, (_, at) => ({
      texto: '4004',
      idProd: gone,
      idEmb: 0,
      qtde: at === 30 ? '2' : '9',
    }));
    const asked = await statements(/from "price_rules"/, () => send('linhas', { linhas }));
    const found = await lines();
    expect(found.map(({ quantity }) => Number(quantity))).toEqual([2]);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(12);
  });

  it('of 200 lines costs one look for what is alike and one statement per new line', async () => {
    await db()
      .insert(products)
      .values(
        Array.from({ length: 400 }, (_, at) => ({
          code: `Z${at}`,
          description: `Parafuso sextavado ${at} zincado`,
          brand: 'Z',
          price: '1',
        })),
      );
    const rows = await db().select().from(products).where(eq(products.brand, 'Z'));
    await db()
      .insert(productStock)
      .values(rows.map((row) => ({ productId: row.id, branchId: persons.branchIds[0], quantity: '1000' })));
    const texto = Array.from({ length: 200 }, (_, at) =>
      at % 4 === 3 ? `${at + 1} parafuzo p${at} sextavado zincado` : `${(at % 9) + 1} un Z${at}`,
    ).join('\n');
    let answer: Awaited<ReturnType<typeof send>> | undefined;
    const all = await statements(/./, async () => {
      answer = await send('colar', { texto });
    });
    const linhas = answer?.data.linhas ?? [];
    expect(linhas.filter(({ situacao }) => situacao === 'INCLUIDA')).toHaveLength(150);
    expect(linhas.filter(({ candidatos }) => candidatos.length > 0)).toHaveLength(50);
    // What the database does is counted; a time would be that of the machine.
    if (process.env.SHOW_TIMES) process.stderr.write(`200 pasted lines: ${all.length} statements\n`);
    expect(all.length).toBeLessThan(150 + 100);
    const sent = all.filter(({ text }) => text.includes('word_similarity('));
    expect(sent).toHaveLength(1);
    const client = await server.deps.pool.connect();
    await client.query('begin');
    await client.query("set local pg_trgm.word_similarity_threshold = '0.35'");
    const { rows: plans } = await client.query(
      `explain (analyze, buffers, format json) ${sent[0]?.text}`,
      sent[0]?.values,
    );
    await client.query('rollback');
    client.release();
    const { 'Execution Time': took, Plan: plan } = plans[0]['QUERY PLAN'][0];
    if (process.env.SHOW_TIMES) process.stderr.write(`what is alike: ${took} ms\n`);
    // By its index, some seventy pages for each of the 50 lines.
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(50 * 150);
  });

  it('without a line is refused', async () => {
    expect((await send('colar', { texto: ' - \n ... ' })).body).toMatchObject({ code: 'DADOS_INVALIDOS' });
    expect((await call('POST', `orcamentos/${id}/linhas`, { linhas: [] })).status).toBe(422);
  });
});
