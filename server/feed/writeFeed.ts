import type { Happened } from '../../contract/records/feed.ts';
import type { Executor } from '../db/client.ts';
import { feedPending } from '../db/tables/index.ts';
import { FEED_TYPE_OF } from './entities.ts';
import { signalFeed } from './news.ts';

/** What the feed says of a record that cannot be looked up any more. */
export interface KnownAs {
  code: string;
  /** Key of its record type: a table that holds several is no answer to that. */
  type?: string;
  /** Of a deleted one: branches whose people saw it. Whoever sees every branch is told anyway. */
  branchIds?: readonly number[];
}

interface AuditedChange {
  action: string;
  entity: string;
  entityId: string | number;
  personId?: number | undefined;
  knownAs?: KnownAs | undefined;
}

/** Entries of the audit that change nothing: what left the company, and who asked. */
const NO_CHANGE: ReadonlySet<string> = new Set([
  'EXPORTAR',
  'ENVIAR_EMAIL',
  'CONSULTAR_DOCUMENTO',
  'PEDIR_TRANSFERENCIA',
  'DISCAR',
  'BAIXAR_DADOS_PESSOAIS',
  // What became of each record is told beside it (config/privacy/publishErased.ts).
  'ELIMINAR_DADOS_PESSOAIS',
]);
const CREATED: ReadonlySet<string> = new Set(['CRIAR', 'IMPORTAR', 'CADASTRAR_CLIENTE']);
/** What moves through steps; of everything else a change is a change. */
const MOVES: ReadonlySet<string> = new Set(['tickets', 'pedidos', 'atendimentos']);

/** What an entry of the audit is to other systems; nothing, where it is none of theirs. */
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
  // A payment is known by the order that it pays.
  const paid = { ...row, type: 'pagamentos', happened: 'criado' as const, step: '' };
  return type === 'pedidos' && action === 'PAGAR' ? [row, paid] : [row];
}

function whatHappened(type: string, action: string): Happened {
  if (action === 'EXCLUIR') return 'excluido';
  if (CREATED.has(action)) return 'criado';
  return MOVES.has(type) && action !== 'ALTERAR' ? 'passo' : 'alterado';
}

/**
 * Puts changes into the feed, within their transaction. Called by the audit, which every write passes: none can forget to
 * tell. They get their place in the feed once they are committed (sequencer.ts).
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
  await tx.insert(feedPending).values(rows);
  await signalFeed(tx, 'written');
}
