import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { SalesContext } from './salesContext.ts';

type Columns = Readonly<Record<string, string>>;

interface Term {
  table: 'payment_methods' | 'payment_plans' | 'price_tables';
  /** What every company begins with: no fee, no discount, no minimum, numbered price tables. */
  neutral: Columns & { name: string };
  /** What the demonstration has instead. */
  demonstration: Columns;
}

const TERMS: readonly Term[] = [
  {
    table: 'payment_methods',
    neutral: { name: 'Boleto bancário', fixed_fee: '0', fee_description: '' },
    demonstration: { fixed_fee: '3.5', fee_description: 'Taxa de boleto' },
  },
  {
    table: 'payment_plans',
    neutral: { name: 'À vista', percent: '0' },
    demonstration: { percent: '-2' },
  },
  {
    table: 'payment_plans',
    neutral: { name: '14/28 dias', minimum: '0' },
    demonstration: { minimum: '300' },
  },
  {
    table: 'payment_plans',
    neutral: { name: '28/42/56 dias', percent: '0', minimum: '0' },
    demonstration: { percent: '1.5', minimum: '900' },
  },
  ...['Varejo', 'Atacado', 'Distribuidor', 'Consumidor final'].map(
    (name, at): Term => ({
      table: 'price_tables',
      neutral: { name: `Tabela ${at + 1}` },
      demonstration: { name },
    }),
  ),
];

/** The demonstration's terms of sale in place of those that every company begins with. */
export async function seedTerms({
  client,
}: {
  client: Pick<SalesContext['client'], 'query'>;
}): Promise<void> {
  for (const { table, neutral, demonstration } of TERMS) {
    const names = Object.keys(demonstration);
    const values = names.map((_, at) => `${names[at]} = $${at + 2}`).join(', ');
    await client.query(`update ${table} set ${values} where name = $1`, [
      neutral.name,
      ...names.map((name) => demonstration[name]),
    ]);
  }
}

/** Takes them back; what somebody changed meanwhile stays. */
export async function takeBackTerms(tx: Tx): Promise<void> {
  for (const { table, neutral, demonstration } of TERMS) {
    const is = { name: neutral.name, ...demonstration };
    await tx.execute(sql`update ${sql.identifier(table)}
      set ${sql.join(pairs(neutral), sql`, `)}, version = version + 1, updated_at = now()
      where ${sql.join(pairs(is), sql` and `)}`);
  }
}

const pairs = (columns: Columns): SQL[] =>
  Object.entries(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
