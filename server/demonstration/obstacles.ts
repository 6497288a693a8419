import { and, eq, inArray, ne, notLike, or, sql } from 'drizzle-orm';
import { formatCount } from '../../contract/rules/formatCount.ts';
import type { Executor } from '../db/client.ts';
import { bulkJobs, nfeImports, paymentCharges, paymentLinks, recordImports } from '../db/tables/index.ts';
import type { Settings } from '../settings.ts';

/** What the test gateway calls a payment (adapters/payment/testGateway.ts). */
const TEST_PAYMENTS = 'teste-%';
const RUNNING = ['NA_FILA', 'EXECUTANDO'] as const;

/** Work that writes while it runs waits for nobody: it would fill again what was emptied. */
export const lockWork = (tx: Executor) =>
  tx.execute(
    sql`lock table ${bulkJobs}, ${recordImports}, ${nfeImports}, ${paymentCharges} in exclusive mode`,
  );

/** Why the demonstration may not go now, in sentences. */
export async function obstacles(db: Executor, settings: Pick<Settings, 'paymentUrl'>): Promise<string[]> {
  const jobs = await db.$count(bulkJobs, inArray(bulkJobs.status, [...RUNNING]));
  const records = await db.$count(recordImports, inArray(recordImports.status, [...RUNNING]));
  const notes = await db.$count(nfeImports, inArray(nfeImports.status, [...RUNNING]));
  const payments = await realPayments(db, settings);
  return [
    ...(jobs > 0
      ? [`${formatCount(jobs, 'lote está', 'lotes estão')} em andamento. Espere terminar, ou pare.`]
      : []),
    ...(records + notes > 0
      ? [
          `${formatCount(records + notes, 'importação está', 'importações estão')} em andamento. Espere terminar, ou pare.`,
        ]
      : []),
    ...(payments > 0
      ? [
          `${formatCount(payments, 'cobrança foi feita', 'cobranças foram feitas')} no provedor de pagamentos, com dinheiro de verdade. O registro delas não pode sumir: comece a sua empresa em outro banco de dados.`,
        ]
      : []),
  ];
}

/** Charged at a provider, or asked for there and not answered yet. */
async function realPayments(db: Executor, { paymentUrl }: Pick<Settings, 'paymentUrl'>): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(paymentCharges)
    .innerJoin(paymentLinks, eq(paymentLinks.id, paymentCharges.linkId))
    .where(
      or(
        paymentUrl ? eq(paymentCharges.status, 'PEDIDA') : undefined,
        and(
          eq(paymentCharges.status, 'PAGA'),
          ne(paymentLinks.providerReference, ''),
          notLike(paymentLinks.providerReference, TEST_PAYMENTS),
        ),
      ),
    );
  return row?.count ?? 0;
}
