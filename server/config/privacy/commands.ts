import type { Tx } from '../../db/client.ts';
import { erasures } from '../../db/tables/index.ts';
import type { AuditContext } from '../../writing/audit.ts';
import { auditedGroups, eraseHeld, nextPass, onDay } from './erase.ts';
import type { Holder } from './holder.ts';
import { erasedChildren, logHolder, publishCustomers, publishErasures } from './publishErased.ts';

export {
  continueErasures as goOnErasing,
  eraseRows,
  hasUnfinishedBusiness as isBusy,
  lockHolder,
  obstacles,
} from './erase.ts';
export { eraseOwnRecords, personalTypes } from './held.ts';
export { holderOf } from './holder.ts';
export { NOBODY, ticketEnd } from './holdings/holding.ts';

export { erasedChildren as goneWith, logHolder, publishErasures as publishGone } from './publishErased.ts';

/**
 * Erases all data of a person whom the caller has locked and checked. What no law requires to be kept is erased now; the row
 * written here takes care of the rest later. Returns its id.
 */
export async function eraseHolder(
  tx: Tx,
  ctx: AuditContext,
  holder: Holder,
  why: { personId: number | null; reason: string },
): Promise<number> {
  const now = ctx.now();
  const removedChildren = await erasedChildren(tx, holder);
  const groups = await eraseHeld(tx, holder, now);
  const { personIds, customerIds, contactIds } = holder;
  const nextOn = nextPass(groups, onDay(now).today);
  const [made] = await tx
    .insert(erasures)
    .values({
      at: now,
      ...why,
      holder: { personIds, customerIds, contactIds },
      groups,
      nextOn,
      completedAt: nextOn === null ? now : null,
    })
    .returning({ id: erasures.id });
  if (!made) throw new Error('the erasure was not recorded');
  const after = { eliminacao: made.id, ...auditedGroups(groups) };
  await logHolder(tx, ctx, 'ELIMINAR_DADOS_PESSOAIS', holder.records, after);
  await publishCustomers(tx, ctx, customerIds);
  await publishErasures(tx, ctx, removedChildren);
  return made.id;
}
