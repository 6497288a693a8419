import { inArray } from 'drizzle-orm';
import { branchListChannel, CALL_CHANGED, listChannel, personChannel } from '#contract/realtime.ts';
import type { Tx } from '../../db/client.ts';
import { customerBranches, type incomingCalls } from '../../db/tables/index.ts';
import { publish } from '../../realtime/publish.ts';

type Told = Pick<typeof incomingCalls.$inferSelect, 'id' | 'personId' | 'customerId'>;

/**
 * Tells the person of the line, and the open lists in which the call is or was: of who sees every branch, and of the branches of its
 * customer, now and before.
 */
export async function publishCall(
  tx: Tx,
  { id, personId, customerId }: Told,
  at: Date,
  customerBefore: number | null = null,
): Promise<void> {
  const customerIds = [customerId, customerBefore].filter((each) => each !== null);
  const served = customerIds.length
    ? await tx
        .selectDistinct({ id: customerBranches.branchId })
        .from(customerBranches)
        .where(inArray(customerBranches.customerId, customerIds))
    : [];
  await publish(tx, {
    channels: [
      personChannel(personId),
      listChannel('ligacoes-recebidas'),
      ...served.map((branch) => branchListChannel('ligacoes-recebidas', branch.id)),
    ],
    event: CALL_CHANGED,
    data: { id },
    at,
  });
}
