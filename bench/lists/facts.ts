import type pg from 'pg';
import { formatCnpj } from '#contract/rules/documents.ts';

/** Values that exist in the database, so that every case finds something. */
export interface SampleValues {
  ticket: number;
  customer: number;
  operator: number;
  representative: number;
  region: number;
  sector: number;
  branch: number;
  carrier: number;
  reason: number;
  type: string;
  step: string;
  /** `YYYY-MM`: the first whole month, at the far end of most sort orders. */
  month: string;
  invoice: { number: number; key: string };
  document: { plain: string; masked: string };
  name: { own: string; accented: string; plain: string };
  /** Leads from page 100 to the next; a small list has none. */
  cursor?: string;
}

export async function factsOf(pool: pg.Pool): Promise<Omit<SampleValues, 'cursor'>> {
  const commonestText = (column: string) =>
    textOf(
      pool,
      `select ${column} from (select ${column} from tickets where ${column} is not null order by id desc limit 10000) t
       group by 1 order by count(*) desc, 1 limit 1`,
    );
  const commonest = async (column: string) => Number(await commonestText(column));
  return {
    ticket: await numberOf(pool, 'select max(ticket_id) from ticket_items'),
    customer: await numberOf(
      pool,
      'select customer_id from tickets where not archived order by id desc limit 1',
    ),
    operator: await commonest('operator_id'),
    representative: await commonest('representative_id'),
    region: await commonest('region_id'),
    sector: await commonest('sector_id'),
    branch: await commonest('branch_id'),
    carrier: await commonest('carrier_id'),
    reason: await commonest('reason_id'),
    step: await commonestText('step_key'),
    type: await textOf(pool, 'select key from ticket_types where id = $1', await commonest('type_id')),
    month: await textOf(
      pool,
      `select to_char(created_at, 'YYYY-MM') from tickets group by 1 order by 1 offset 1 limit 1`,
    ),
    invoice: await invoiceOf(pool),
    ...(await namesOf(pool)),
  };
}

/** An invoice that a ticket refers to. */
async function invoiceOf(pool: pg.Pool): Promise<SampleValues['invoice']> {
  const { rows } = await pool.query<SampleValues['invoice']>(
    `select i.number, i.key from ticket_items t join invoice_items l on l.id = t.invoice_item_id
     join invoices i on i.id = l.invoice_id order by t.id desc limit 1`,
  );
  return rows[0] ?? { number: 0, key: '' };
}

/** A company with tickets, and the most frequent accented word in the names. */
async function namesOf(pool: pg.Pool): Promise<Pick<SampleValues, 'document' | 'name'>> {
  const company = (column: string) =>
    textOf(
      pool,
      `select ${column} from customers where length(document) = 14
       and exists (select from tickets where customer_id = customers.id) order by id limit 1`,
    );
  const plain = await company('document');
  const accented = await textOf(
    pool,
    `select word from customers, regexp_split_to_table(legal_name, '\\s+') as word
     where word ~ '[áéíóúãõâêôç]' and length(word) > 4 group by word order by count(*) desc, word limit 1`,
  );
  return {
    document: { plain, masked: formatCnpj(plain) },
    name: {
      own: await company('legal_name'),
      accented,
      plain: await textOf(pool, 'select fold_text($1)', accented),
    },
  };
}

export async function numberOf(pool: pg.Pool, statement: string): Promise<number> {
  return Number((await textOf(pool, statement)) || 0);
}

async function textOf(pool: pg.Pool, statement: string, ...values: unknown[]): Promise<string> {
  const { rows } = await pool.query({ text: statement, rowMode: 'array', values });
  return String(rows[0]?.[0] ?? '');
}
