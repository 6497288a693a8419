import { withBareTables } from '#server/db/seed/copyRows.ts';
import { drawn } from '#server/db/seed/large/statements.ts';
import { buildPendingIndexes } from '#server/records/custom/customIndexes.ts';
import type { Company } from './company.ts';
import { contracts, models, published } from './ownTypes.ts';

/** The types with the most records in a company after many years. */
export const LARGE_TYPES = ['clientes', 'produtos', 'precos', 'estoque', 'notas', 'titulos', contracts.chave];

const MODELS = 200;
const word = (salt: number) =>
  `(array['freezer','expositor','balança','cafeteira','refresqueira','gôndola','estufa','vitrine','ilha','forno',
    'batedeira','moedor','seladora','carrinho','mesa','prateleira'])[1 + ${drawn(salt, '16')}]`;
const name = `initcap(${word(1)}) || ' ' || ${word(2)} || ' de ' || ${word(3)} || ' ' || n`;
const one = (ids: string, salt: number) => `(${ids})[1 + ${drawn(salt, `cardinality(${ids})`)}]`;

/** SQL for the rows of each type, by row number `n`; `i` contains the ids that they refer to. */
const ROWS: Record<string, string> = {
  customers: `insert into customers (document, legal_name, trade_name, email, phone, representative_id, region_id,
      classification_id, blocked, prospect)
    select 'L' || lpad(n::text, 13, '0'), ${name} || ' Ltda', ${name}, 'c' || n || '@cliente.com.br',
      '119' || lpad(n::text, 8, '0'), ${one('i.representatives', 20)}, ${one('i.regions', 21)},
      ${one('i.classes', 22)}, n % 100 = 0, n % 80 = 0
    from generate_series(1, $1) n, (select (select array_agg(id) from representatives) as representatives,
      (select array_agg(id) from regions) as regions,
      (select array_agg(id) from customer_classifications) as classes) i`,
  customer_branches: `insert into customer_branches (customer_id, branch_id)
    select c.id, ${one('i.branches', 23)}
    from (select id, substr(document, 2)::bigint as n from customers where document ~ '^L[0-9]+$') c,
      (select array_agg(id) as branches from branches) i on conflict do nothing`,
  products: `insert into products (code, description, brand, unit, barcode, price)
    select 'L' || n, ${name}, 'Marca ' || ${drawn(4, '400')}, 'UN', '', ${drawn(5, '100000')} / 100.0
    from generate_series(1, $1) n`,
  product_prices: `insert into product_prices (product_id, price_table_id, price)
    select p.id, t.id, ${drawn(6, '100000')} / 100.0
    from (select id, substr(code, 2)::int as n from products where code ~ '^L[0-9]+$') p,
      (select min(id) as id from price_tables) t on conflict do nothing`,
  product_stock: `insert into product_stock (product_id, branch_id, quantity)
    select p.id, ${one('i.branches', 7)}, ${drawn(8, '1000')}
    from (select id, substr(code, 2)::int as n from products where code ~ '^L[0-9]+$') p,
      (select array_agg(id) as branches from branches) i on conflict do nothing`,
  invoices: `insert into invoices (key, number, customer_id, branch_id, issued_on, total)
    select 'L' || lpad(n::text, 43, '0'), n, ${one('i.customers', 9)}, ${one('i.branches', 10)},
      current_date - (${drawn(11, '1500')})::int, ${drawn(12, '1000000')} / 100.0
    from generate_series(1, $1) n, (select (select array_agg(id) from branches) as branches,
      (select array_agg(id) from customers) as customers) i`,
  invoice_titles: `insert into invoice_titles (invoice_id, number, due_on, amount, paid_on)
    select id, '001', issued_on + 28, total, case when n % 10 > 0 then issued_on + 30 end
    from (select *, number as n from invoices where key like 'L%') t`,
  records: `insert into records (type, key, name, search, data, archived, customer_id, branch_id)
    select '${contracts.chave}', r.numero, r.nome, r.numero || ' ' || r.nome,
      jsonb_build_object('numero', r.numero, 'descricao', r.nome, 'cliente', r.cliente, 'filial', r.filial,
        'produto', r.produto, 'responsavel', r.pessoa, 'modelo', r.modelo, 'inicio', r.inicio, 'valor', r.valor,
        'prazo', n % 60, 'renova', n % 3 = 0, 'ativo', n % 50 > 0,
        'situacao', (array['VIGENTE','VIGENTE','VIGENTE','ENCERRADO','EM_ANALISE'])[1 + n % 5]),
      n % 50 = 0, r.cliente, r.filial
    from (select n, 'CT-' || n as numero, ${name} as nome, ${one('i.customers', 13)} as cliente,
      ${one('i.branches', 14)} as filial, ${one('i.products', 15)} as produto, ${one('i.people', 16)} as pessoa,
      ${one('i.models', 17)} as modelo, to_char(current_date - (${drawn(18, '3000')})::int, 'YYYY-MM-DD') as inicio,
      (${drawn(19, '1000000')} / 100.0)::numeric(12, 2)::text as valor
      from generate_series(1, $1) n, (select (select array_agg(id) from branches) as branches,
        (select array_agg(id) from customers) as customers, (select array_agg(id) from products) as products,
        (select array_agg(id) from people where type <> 'CONSUMIDOR_FINAL') as people,
        (select array_agg(id) from records where type = '${models.chave}') as models) i) r`,
};

/** Creates missing rows, and the indexes that the custom type requires. */
export async function fillLargeTypes(company: Company, size: number): Promise<void> {
  await published(company, models);
  await published(company, contracts);
  const { rowCount } = await company.pool.query('select from records where type = $1 limit 1', [
    contracts.chave,
  ]);
  if (!rowCount) await fill(company, size);
  await buildPendingIndexes(company);
}

async function fill(company: Company, size: number): Promise<void> {
  const client = await company.pool.connect();
  const say = (text: string) => process.stderr.write(`${text}\n`);
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`);
    await client.query(
      `insert into records (type, key, name, search, data)
       select '${models.chave}', 'M' || n, 'Modelo ' || n, 'M' || n || ' Modelo ' || n,
         jsonb_build_object('codigo', 'M' || n, 'nome', 'Modelo ' || n) from generate_series(1, ${MODELS}) n`,
    );
    await client.query('begin');
    await withBareTables(
      client,
      Object.keys(ROWS),
      async () => {
        for (const [table, statement] of Object.entries(ROWS)) {
          say(`${table}…`);
          await client.query(statement, statement.includes('$1') ? [size] : []);
        }
      },
      say,
    );
    await client.query('commit');
    await client.query(`vacuum analyze ${Object.keys(ROWS).join(', ')}`);
  } finally {
    client.release(true);
  }
}
