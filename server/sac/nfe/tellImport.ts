import { NFE_IMPORT_PROGRESS, personChannel } from '../../../contract/realtime.ts';
import type { Executor } from '../../db/client.ts';
import type { nfeImports } from '../../db/tables/index.ts';
import { publish } from '../../realtime/publish.ts';

/** Word of how far an import is, to the person whose it is. */
export const tellImport = (
  tx: Executor,
  job: Pick<typeof nfeImports.$inferSelect, 'id' | 'personId' | 'processed' | 'total' | 'status'>,
  at: Date,
): Promise<void> =>
  publish(tx, {
    channels: [personChannel(job.personId)],
    event: NFE_IMPORT_PROGRESS,
    data: { id: job.id, processados: job.processed, total: job.total, situacao: job.status },
    at,
  });
