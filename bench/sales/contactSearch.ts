import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchServer, type Who } from '../lists/benchServer.ts';
import { measure, spread } from '../lists/measure.ts';

const OPTIONS = {
  customers: { type: 'string', default: '1000000' },
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  runs: { type: 'string', default: '25' },
} as const;

/** Milliseconds at p95 (docs/domain.md 17). */
const BUDGET = 300;
/** Only as many orders and agendas as the seed's statements need. */
const FEW = 5_000;

/** `npm run bench -- contactSearch`: how long it takes to identify who is calling or writing among this many customers. */
export async function contactSearch(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const customers = Number(values.customers);
  const server = await openBenchServer(path.join(values.dir, `contacts-${customers}`), {
    customers,
    orders: FEW,
    agendas: FEW,
  });
  try {
    // The seed gives everyone one of a few phone numbers; here each gets their own.
    await server.pool.query('set statement_timeout = 0');
    const { rows } = await server.pool.query<{ number: string; email: string; phones: number }>(`
      with phones as (
        update customer_phones set number = '119' || lpad(id::text, 8, '0')
        where number <> '119' || lpad(id::text, 8, '0') returning 1
      ), mails as (
        update customer_emails set email = 'compras@cliente' || id || '.com.br'
        where email <> 'compras@cliente' || id || '.com.br' returning 1
      )
      select '119' || lpad((select max(id) - 1000 from customer_phones)::text, 8, '0') as number,
        'compras@cliente' || (select max(id) - 1000 from customer_emails) || '.com.br' as email,
        (select count(*) from customer_phones)::int as phones`);
    await server.pool.query('vacuum analyze customer_phones, customer_emails');
    const [fact] = rows;
    if (!fact) throw new Error('the database holds no phone');
    const terms = {
      'telefone inteiro': fact.number,
      'telefone como se escreve': `+55 11 ${fact.number.slice(2, 7)}-${fact.number.slice(7)}`,
      'oito algarismos, sem DDD': fact.number.slice(3),
      'telefone de ninguém': '21999999999',
      'e-mail': fact.email,
    };
    process.stdout.write(
      `${fact.phones} telefones\n| p50 / p95 em ms | supervisor | vendedor |\n| --- | ---: | ---: |\n`,
    );
    for (const [name, term] of Object.entries(terms)) {
      const cells: string[] = [];
      for (const who of ['SUPERVISOR', 'VENDEDOR'] as const satisfies Who[])
        cells.push(
          spread(
            await measure(
              [() => server.get(who, `busca?q=${encodeURIComponent(term)}`)],
              Number(values.runs),
            ),
          ),
        );
      process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
    }
    process.stdout.write(`\nOrçamento: p95 de ${BUDGET} ms.\n`);
  } finally {
    await server.close();
  }
}
