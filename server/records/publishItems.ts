import { type AuditContext, publishParts } from '../audit.ts';
import type { Tx } from '../db/client.ts';
import type { MappedType } from './mapping.ts';
import { branchesSeeing } from './recordCode.ts';

/** What became of the items of a list: their numbers, and of those that are gone whose they were. */
export interface ItemsWritten {
  made: readonly number[];
  changed: readonly number[];
  gone: readonly { id: number; parentId: number }[];
}

/** Items that other systems know as things of their own, as the contacts of a customer, are told besides the record. */
export async function publishItems(
  { tx, ctx }: { tx: Tx; ctx: AuditContext },
  mapped: MappedType,
  entity: string,
  { made, changed, gone }: ItemsWritten,
): Promise<void> {
  const parents = [...new Set(gone.map(({ parentId }) => parentId))];
  const seenBy = await branchesSeeing(tx, mapped, parents);
  await publishParts(tx, ctx, [
    ...made.map((entityId) => ({ action: 'CRIAR', entity, entityId })),
    ...changed.map((entityId) => ({ action: 'ALTERAR', entity, entityId })),
    ...gone.map(({ id, parentId }) => ({
      action: 'EXCLUIR',
      entity,
      entityId: id,
      knownAs: { code: String(id), branchIds: seenBy.get(parentId) ?? [] },
    })),
  ]);
}
