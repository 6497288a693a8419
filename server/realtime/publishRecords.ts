import {
  RECORDS_CHANGED,
  type RecordsChanged,
  recordChannel,
  recordsChannel,
} from '../../contract/realtime.ts';
import { isFeedSubject } from '../../contract/records/feedSubjects.ts';
import type { PublicContext } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { publish } from './publish.ts';

/**
 * Records were written, whoever wrote them: one event of each type. Called by the audit, which every write of one goes
 * through: none can forget to tell.
 */
export async function publishRecords(
  tx: Executor,
  ctx: Pick<PublicContext, 'user' | 'now'>,
  written: readonly { type: string; recordId: number }[],
): Promise<void> {
  const idsOf = new Map<string, Set<number>>();
  // What is no record of a type is told on channels of its own.
  for (const { type, recordId } of written)
    if (!isFeedSubject(type)) idsOf.set(type, (idsOf.get(type) ?? new Set()).add(recordId));
  for (const [type, ids] of idsOf) {
    const data: RecordsChanged = {
      cadastro: type,
      por: ctx.user ? { id: ctx.user.id, nome: ctx.user.name } : null,
    };
    await publish(tx, {
      channels: [recordsChannel(type), ...[...ids].map((id) => recordChannel(type, id))],
      event: RECORDS_CHANGED,
      data,
      at: ctx.now(),
    });
  }
}
