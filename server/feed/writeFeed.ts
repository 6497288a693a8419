import type { FeedEvent } from '../../contract/records/feed.ts';
import type { Executor } from '../db/client.ts';
import { insertMany } from '../db/manyRows.ts';
import { feedPending } from '../db/tables/index.ts';
import { signalFeed } from '../realtime/signal.ts';
import { FEED_TYPE_OF } from './entities.ts';

/** What the feed reports about a record that can no longer be looked up. */
export interface KnownAs {
  code: string;
  /** The key of its record type, needed if its table holds several types. */
  type?: string;
  /** For a deleted record: the branches whose people could see it. Users who see every branch are notified anyway. */
  branchIds?: readonly number[];
}

interface AuditedChange {
  action: string;
  entity: string;
  entityId: string | number;
  personId?: number | undefined;
  knownAs?: KnownAs | undefined;
}

/** Audit actions that change nothing: data that left the company, and requests made. */
const NO_CHANGE: ReadonlySet<string> = new Set([
  'EXPORTAR',
  'ENVIAR_EMAIL',
  'CONSULTAR_DOCUMENTO',
  'PEDIR_TRANSFERENCIA',
  'DISCAR',
  'BAIXAR_DADOS_PESSOAIS',
  // What happened to each record is published separately (config/privacy/publishErased.ts).
  'ELIMINAR_DADOS_PESSOAIS',
]);
const CREATED: ReadonlySet<string> = new Set(['CRIAR', 'IMPORTAR', 'CADASTRAR_CLIENTE']);
/** Types that move through steps; for all others any change is just a change. */
const MOVES: ReadonlySet<string> = new Set(['tickets', 'pedidos', 'atendimentos']);

/** The feed entries for an audit entry; none if it does not concern other systems. */
export function feedRowsOf({ action, entity, entityId, knownAs }: AuditedChange) {
  const type = knownAs?.type ?? (Object.hasOwn(FEED_TYPE_OF, entity) ? FEED_TYPE_OF[entity] : undefined);
  const recordId = Number(entityId);
  if (!type || NO_CHANGE.has(action) || !Number.isSafeInteger(recordId) || recordId < 1) return [];
  const happened = whatHappened(type, action);
  const step = happened === 'passo' ? action : '';
  const row = {
    type,
    recordId,
    happened,
    step,
    code: knownAs?.code ?? String(recordId),
    branchIds: knownAs?.branchIds ? [...knownAs.branchIds] : null,
  };
  // A payment is identified by its order.
  const paid = { ...row, type: 'pagamentos', happened: 'criado' as const, step: '' };
  return type === 'pedidos' && action === 'PAGAR' ? [row, paid] : [row];
}

function whatHappened(type: string, action: string): FeedEvent {
  if (action === 'EXCLUIR') return 'excluido';
  if (CREATED.has(action)) return 'criado';
  return MOVES.has(type) && action !== 'ALTERAR' ? 'passo' : 'alterado';
}

/**
 * Adds changes to the feed, within their transaction. Called by the audit, through which every write passes, so that no write
 * can forget to publish. The changes get their places in the feed once they are committed (sequencer.ts).
 */
export async function writeFeed(
  tx: Executor,
  { personId, at }: { personId: (entry: AuditedChange) => number | null; at: Date },
  entries: readonly AuditedChange[],
): Promise<void> {
  const rows = entries.flatMap((entry) =>
    feedRowsOf(entry).map((row) => ({ ...row, personId: personId(entry), at })),
  );
  if (rows.length === 0) return;
  await insertMany(tx, feedPending, rows);
  await signalFeed(tx, 'written');
}
