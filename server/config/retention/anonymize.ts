import { inArray } from 'drizzle-orm';
import type { RetentionKind } from '#contract/rules/privacy/retention.ts';
import type { Tx } from '../../db/client.ts';
import { customerContacts, people, records, tickets } from '../../db/tables/index.ts';
import { type AuditContext, audit, publishParts } from '../../writing/audit.ts';
import {
  eraseHolder,
  eraseOwnRecords,
  eraseRows,
  goneWith,
  holderOf,
  lockHolder,
  logHolder,
  NOBODY,
  obstacles,
  publishGone,
} from '../privacy/commands.ts';
import { evaluateRows, type RuleEvaluation } from './look.ts';

interface AnonymizationRun extends RuleEvaluation {
  tx: Tx;
  ctx: AuditContext;
}

/**
 * Anonymizes these rows, checking again after locking that each may still go. Returns how many went. Works for one or two
 * hundred; a failure undoes the whole call.
 */
export async function anonymize(taking: AnonymizationRun, ids: readonly number[]): Promise<number> {
  const { tx, target } = taking;
  const { lock, erase } = ANONYMIZERS[target.kind];
  await lock(
    tx,
    [...ids].sort((one, other) => one - other),
  );
  const leaving = (await evaluateRows(tx, taking, ids)).filter(({ verdict }) => verdict.efeito === 'SAI');
  return leaving.length === 0
    ? 0
    : erase(
        taking,
        leaving.map(({ id }) => id),
      );
}

interface Anonymizer {
  lock: (tx: Tx, ids: number[]) => Promise<unknown>;
  erase: (taking: AnonymizationRun, ids: readonly number[]) => Promise<number>;
}

const locking =
  (table: typeof tickets | typeof people | typeof customerContacts | typeof records) =>
  (tx: Tx, ids: number[]) =>
    tx.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for('update');

const ANONYMIZERS: Readonly<Record<RetentionKind, Anonymizer>> = {
  TICKETS: { lock: locking(tickets), erase: eraseTickets },
  ANEXOS: { lock: locking(tickets), erase: eraseTickets },
  CLIENTES: {
    lock: (tx, ids) => lockHolder(tx, { customerIds: ids, personIds: [] }),
    erase: each(eraseWhole),
  },
  CONTAS: { lock: locking(people), erase: each(eraseAccount) },
  CONTATOS: { lock: locking(customerContacts), erase: each(eraseContact) },
  REGISTROS: { lock: locking(records), erase: eraseRecords },
};

const OF_ATTACHMENTS: ReadonlySet<string> = new Set(['arquivosDosTickets', 'anexos']);

/** One audit entry for all of them, since the rule caused it and their own logs stay short. */
async function eraseTickets(taking: AnonymizationRun, ids: readonly number[]): Promise<number> {
  const { tx, ctx, target } = taking;
  await eraseRows(
    tx,
    { ...NOBODY, ticketIds: ids },
    ctx.now(),
    ({ group, title }) => group === 'ATENDIMENTO' && (target.kind === 'TICKETS' || OF_ATTACHMENTS.has(title)),
  );
  await logBatch(taking, { tickets: ids });
  await publishParts(
    tx,
    ctx,
    ids.map((entityId) => ({ action: 'ALTERAR', entity: 'tickets', entityId })),
  );
  return ids.length;
}

async function eraseRecords(taking: AnonymizationRun, ids: readonly number[]): Promise<number> {
  await eraseOwnRecords(taking.tx, String(taking.target.of), ids, taking.ctx.now());
  await logBatch(taking, { registros: ids });
  return ids.length;
}

const logBatch = ({ tx, ctx, target, months }: AnonymizationRun, which: Record<string, readonly number[]>) =>
  audit(tx, ctx, {
    action: 'ANONIMIZAR',
    entity: 'retention_rules',
    entityId: target.key,
    after: { meses: months, ...which },
  });

type EraseOne = (taking: AnonymizationRun, id: number) => Promise<boolean>;

/** People get one entry each, in their own log. */
function each(erase: EraseOne): Anonymizer['erase'] {
  return async (taking, ids) => {
    let removedCount = 0;
    for (const id of ids) if (await erase(taking, id)) removedCount++;
    return removedCount;
  };
}

/** Erases everything with their CPF, as at their own request, unless their account now belongs to someone who works here. */
async function eraseWhole({ tx, ctx, months }: AnonymizationRun, id: number): Promise<boolean> {
  await lockHolder(tx, await holderOf(tx, 'CLIENTE', id));
  const holder = await holderOf(tx, 'CLIENTE', id);
  if ((await obstacles(tx, holder)).length > 0) return false;
  const reason = `Guarda de dados: cliente sem movimento por ${months} meses`;
  await eraseHolder(tx, ctx, holder, { personId: null, reason });
  return true;
}

async function eraseAccount({ tx, ctx, target, months }: AnonymizationRun, id: number): Promise<boolean> {
  await eraseRows(tx, { ...NOBODY, personIds: [id] }, ctx.now(), ({ group }) => group === 'CONTA');
  await logHolder(tx, ctx, 'ELIMINAR_DADOS_PESSOAIS', [{ tipo: 'PESSOA', id }], {
    regra: target.key,
    meses: months,
  });
  return true;
}

async function eraseContact({ tx, ctx, target, months }: AnonymizationRun, id: number): Promise<boolean> {
  const contact = { ...NOBODY, contactIds: [id] };
  const removedParts = await goneWith(tx, contact);
  await eraseRows(tx, contact, ctx.now(), () => true);
  await logHolder(tx, ctx, 'ELIMINAR_DADOS_PESSOAIS', [{ tipo: 'CONTATO', id }], {
    regra: target.key,
    meses: months,
  });
  await publishGone(tx, ctx, removedParts);
  return true;
}
