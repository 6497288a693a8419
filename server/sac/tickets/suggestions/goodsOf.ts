import { createHash } from 'node:crypto';
import type { ticketItems } from '#server/db/tables/index.ts';

type Goods = Pick<
  typeof ticketItems.$inferSelect,
  'id' | 'requested' | 'factor' | 'reasonId' | 'invoiceItemId'
>;

/** Names what is to be analysed: it changes with every line that is added, changed or taken away, whoever does it. */
export const goodsOf = (lines: readonly Goods[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        lines
          .map(({ id, requested, factor, reasonId, invoiceItemId }) => [
            ...[id, Number(requested), Number(factor), reasonId, invoiceItemId],
          ])
          .sort(([one], [other]) => Number(one) - Number(other)),
      ),
    )
    .digest('hex')
    .slice(0, 32);
