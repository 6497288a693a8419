import { addDays } from '../../../../../contract/rules/time/calendarDate.ts';
import { deliveryAddresses } from '../../../tables/index.ts';
import { REGIONS } from '../places.ts';
import { isTracked, TRACKING_KIND, trackingCode } from './freight.ts';
import type { SalesContext } from './salesContext.ts';

/** How titles are collected, how invoices were shipped, and other delivery addresses of customers. */
export async function seedDocuments(context: SalesContext): Promise<void> {
  await collect(context);
  await describeInvoices(context);
  await context.write(deliveryAddresses, addressRows(context));
}

const ACCOUNT = { boletoAgencia: '1234', boletoConta: '7654321', boletoCarteira: '09' };

/** Titles paid immediately are cash; of the others four in five are boletos of one of two banks, and one is due today. */
async function collect({ client, today }: SalesContext): Promise<void> {
  await client.query(`
    update invoice_titles t set
      payment_method_id = m.id,
      bank_code = case when m.name <> 'Boleto bancário' then '' when t.id % 3 = 0 then '341' else '237' end,
      bank_number = case when m.name <> 'Boleto bancário' then '' else lpad(t.id::text, 8, '0') end
    from invoices i, payment_methods m
    where i.id = t.invoice_id and m.name = case
      when t.due_on = i.issued_on then 'Dinheiro'
      when t.id % 5 = 0 then 'Depósito em conta' else 'Boleto bancário' end`);
  await client.query(
    `update invoice_titles set due_on = $1 where id = (
       select min(t.id) from invoice_titles t join invoices i on i.id = t.invoice_id
       where i.customer_id = 2 and t.paid_on is null and t.bank_code <> '')`,
    [today],
  );
  await client.query(
    `insert into parameters (area, key, value) select 'CALLCENTER', given.key, to_jsonb(given.value)
     from unnest($1::text[], $2::text[]) as given(key, value) on conflict do nothing`,
    [Object.keys(ACCOUNT), Object.values(ACCOUNT)],
  );
}

const NOTES = [
  'Entregar no horário comercial.',
  'Conferir volumes no recebimento.',
  'Mercadoria frágil.',
] as const;

async function describeInvoices({ client, company, today }: SalesContext): Promise<void> {
  const tracked = company.invoices.filter(({ row }) => isTracked(row.issuedOn, today) && row.id % 5 !== 0);
  await client.query(
    `update invoices set tracking = jsonb_build_object('tipo', $1::text, 'codigo', given.code)
     from unnest($2::int[], $3::text[]) as given(id, code) where invoices.id = given.id`,
    [TRACKING_KIND, tracked.map(({ row }) => row.id), tracked.map(({ row }) => trackingCode(row.number))],
  );
  await client.query(
    'update invoices set note = ($1::text[])[1 + id % 3] where id % 4 = 0 and issued_on > $2',
    [NOTES, addDays(today, -120)],
  );
}

const STREETS = [
  'Avenida das Indústrias',
  'Rua do Comércio',
  'Rodovia dos Trabalhadores',
  'Rua Sete de Setembro',
] as const;

/** Two in five customers have a warehouse elsewhere; the first companies have two. */
function addressRows({ company }: SalesContext): (typeof deliveryAddresses.$inferInsert)[] {
  return company.customers
    .filter(({ row }) => row.id > 1 && (row.id % 5 < 2 || row.id === 2))
    .flatMap(({ row }) =>
      [row.id, ...(row.id < 120 ? [row.id + 1] : [])].map((seed) => addressOf(row, seed)),
    );
}

function addressOf(
  { id, regionId }: { id: number; regionId?: number | null },
  seed: number,
): typeof deliveryAddresses.$inferInsert {
  const region = REGIONS[(regionId ?? 1) - 1] as (typeof REGIONS)[number];
  const city = region.cities[seed % region.cities.length] as (typeof region.cities)[number];
  return {
    customerId: id,
    cep: `${city.cep}${String(100 + (seed % 9) * 10)}`,
    street: STREETS[seed % STREETS.length] as string,
    number: String(100 + ((seed * 37) % 1900)),
    complement: seed % 3 === 0 ? 'Galpão B' : '',
    district: seed % 2 === 0 ? 'Distrito Industrial' : 'Centro',
    city: city.name,
    state: city.state,
    ibge: city.ibge,
    note: seed % 4 === 0 ? 'Doca 2, com agendamento' : '',
  };
}
