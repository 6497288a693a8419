import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { seedDemo } from '#server/db/seed/index.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

jest.setTimeout(300_000);

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  await seedDemo(server.deps.db, server.deps.pool, { tickets: 400 });
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "select id from people where type = 'GERENTE' order by id limit 1",
  );
  token = await server.sessionOf(rows[0]?.id ?? 0);
});
afterAll(() => server?.close());

const run = async (key: string, filtros: object) => {
  const { status, body } = await server.call('POST', `/sac/relatorios/${key}`, { token, body: filtros });
  if (status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(body)}`);
  return body.data as { linhas: (string | number | null)[][]; colunas: { campo: string }[] };
};

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const periodo = { inicio: day(Date.now() - 700 * 86_400_000), fim: day(Date.now() + 86_400_000) };

describe('shipped reports of sales', () => {
  const read = async (sql: string) => {
    const { rows } = await server.deps.pool.query({ text: sql, rowMode: 'array' });
    return (rows as unknown[][]).map((row) => row.map((cell) => (cell === null ? null : Number(cell))));
  };
  const columns = async (key: string, filters: object, names: string[]) => {
    const { linhas, colunas } = await run(key, { periodo, ...filters });
    const places = names.map((name) => colunas.findIndex(({ campo }) => campo === name));
    return linhas.map((row) => places.map((place) => row[place] ?? null));
  };
  const numbers = (rows: (string | number | null)[][]) =>
    rows.map((row) => row.map((cell) => (cell === null ? null : Number(cell))));
  const added = (rows: (number | null)[][]) =>
    (rows[0] ?? []).map(
      (_, place) => Math.round(rows.reduce((sum, row) => sum + (row[place] ?? 0), 0) * 100) / 100,
    );

  beforeAll(async () => {
    await server.deps.pool.query(`
      update invoices set status = 'CANCELADA', cancelled_at = now() where id % 7 = 0;
      update invoices set kind = 'BONIFICACAO' where id % 7 > 0 and id % 11 = 0;
      update orders set coupon_code = 'DEZ', coupon_discount = least(10, subtotal) where id % 3 = 0;
      insert into parameters (area, key, branch_id, value) values ('CALLCENTER', 'exibeMargemLucro', 2, 'false')
      on conflict (area, key, branch_id) do update set value = excluded.value`);
  });

  it('count as sold what was sold, and as returned what was granted', async () => {
    const names = ['notas', 'vendido', 'com_devolucao'];
    const found = added(numbers(await columns('devolucao-por-venda', { por: 'filial' }, names)));
    const returned = (lines: string) => `
      select count(distinct b.invoice_id) from ticket_items i join tickets t on t.id = i.ticket_id
        join ticket_types k on k.id = t.type_id join invoice_items b on b.id = i.invoice_item_id
        join sold v on v.id = b.invoice_id
      where k.key in ('DEVOLUCAO', 'AVARIA_TRANSPORTE') and t.status <> 'CANCELADO' and ${lines}`;
    const [expected] = await read(`
      with sold as (
        select id, total from invoices
        where status = 'AUTORIZADA' and kind = 'VENDA' and issued_on between '${periodo.inicio}' and '${periodo.fim}'
      )
      select count(*), sum(total), (${returned("i.status = 'A' and coalesce(i.checked, i.authorized) > 0")}),
        (${returned('true')}) from sold`);
    const [all] = await read(
      `select count(*) from invoices where issued_on between '${periodo.inicio}' and '${periodo.fim}'`,
    );
    expect(found).toEqual(expected?.slice(0, 3));
    expect(all?.[0]).toBeGreaterThan(found[0] ?? 0);
    expect(expected?.[3]).toBeGreaterThan(found[2] ?? 0);
    const [waiting] = added(numbers(await columns('devolucao-por-venda', { por: 'mes' }, ['em_analise'])));
    expect(waiting).toBeGreaterThan(0);
  });

  it('take the value that is paid, and no cancelled order for a sale', async () => {
    const kept = "stage = 'PEDIDO' and status not in ('CANCELADO', 'REJEITADO')";
    const [expected] = await read(`
      select count(*), count(*) filter (where ${kept}), count(*) filter (where status in ('CANCELADO', 'REJEITADO')),
        sum(total - coupon_discount), sum(total - coupon_discount) filter (where ${kept}) from orders`);
    const names = ['orcamentos', 'pedidos', 'cancelados', 'valor_orcado', 'valor_pedido'];
    expect(added(numbers(await columns('conversao-de-orcamentos', { por: 'canal' }, names)))).toEqual(
      expected,
    );
    const [made, ordered] = numbers(await columns('funil-de-vendas', {}, ['quantos', 'valor', 'cancelados']));
    expect([made, ordered]).toEqual([
      [expected?.[0], expected?.[3], expected?.[2]],
      [expected?.[1], expected?.[4], null],
    ]);
    const lost = numbers(await columns('orcamentos-perdidos-por-motivo', {}, ['orcamentos', 'valor']));
    expect(added(lost)).toEqual(
      (await read("select count(*), sum(total - coupon_discount) from orders where status = 'PERDIDO'"))[0],
    );
  });

  it('say what was sold without a margin that is shown', async () => {
    const [sold] = added(numbers(await columns('margem-por-vendedor', {}, ['sem_margem'])));
    const [expected] = await read(`
      select sum(subtotal - coupon_discount) from orders
      where branch_id = 2 and stage = 'PEDIDO' and status in ('FATURADO', 'TRANSPORTE', 'ENTREGUE')
        and invoiced_on between '${periodo.inicio}' and '${periodo.fim}'`);
    expect(sold).toBeGreaterThan(0);
    expect([sold]).toEqual(expected);
  });

  it('keep apart those of one name', async () => {
    const sold = "status = 'AUTORIZADA' and kind = 'VENDA'";
    const shipped =
      "stage = 'PEDIDO' and status in ('FATURADO', 'TRANSPORTE', 'ENTREGUE') and invoiced_on is not null";
    await server.deps.pool.query(`
      update customers set trade_name = 'Homônimo';
      update branches set trade_name = 'Homônimo';
      update carriers set trade_name = 'Homônimo';
      update people set name = 'Homônimo'`);
    const of = async (key: string, por: string) => (await columns(key, { por }, ['grupo'])).length;
    const counts = await read(`
      select (select count(distinct customer_id) from invoices where ${sold}),
        (select count(distinct branch_id) from invoices where ${sold}),
        (select count(distinct seller_id) from orders), (select count(distinct branch_id) from orders),
        (select count(distinct coalesce(carrier_id, 0)) from orders where ${shipped}),
        (select count(distinct coalesce(operator_id, 0)) from tickets)`);
    expect(counts[0]?.every((count) => (count ?? 0) > 1)).toBe(true);
    expect([
      await of('devolucao-por-venda', 'cliente'),
      await of('devolucao-por-venda', 'filial'),
      await of('conversao-de-orcamentos', 'vendedor'),
      await of('conversao-de-orcamentos', 'filial'),
      await of('prazo-de-entrega', 'transportadora'),
      await of('retrabalho-e-reaberturas', 'operador'),
    ]).toEqual(counts[0]);
  });
});
