import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import type { RowResults } from '#contract/sharedShapes.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { agendas, branches } from '../../db/tables/index.ts';
import { notFound, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { agendaScope } from '../../session/scope.ts';
import type { Values } from '../../writing/row.ts';
import { inOrder, Results } from '../../writing/rowResults.ts';
import { agendaRow } from './agendaRow.ts';
import type { AgendaRecord } from './list.ts';
import { mayChange } from './rules.ts';

type Writer = Pick<Context, 'user' | 'now' | 'ip' | 'requestId'>;

export interface LockedAgenda extends AgendaRecord {
  /** Of the agenda's branch. */
  zone: string;
}

/**
 * Returns an open agenda that the user may change, locked until the transaction ends. 404 whether it is unknown or out of
 * scope; 409 if it was changed since `versao`; refused if it is another person's or finished.
 */
export async function lockAgenda(
  tx: Tx,
  ctx: Context,
  { id, versao }: { id: number; versao?: number | undefined },
): Promise<LockedAgenda> {
  const [row] = await tx
    .select({ agenda: agendas, zone: branches.timeZone })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(and(eq(agendas.id, id), agendaScope(ctx.user)))
    .for('update', { of: agendas });
  if (!row) throw notFound();
  const { agenda, zone } = row;
  if (!mayChange(ctx.user, agenda))
    throw refused('AGENDA_DE_OUTRO', 'Esta agenda é de outra pessoa. Só ela ou a supervisão podem mudá-la.');
  await agendaRow.requireVersion(tx, ctx, agenda, versao);
  if (agenda.finishedAt) throw refused('JA_FINALIZADA', 'Esta agenda já foi finalizada e não muda mais.');
  return { ...agenda, zone };
}

/** The open agendas that match, for a command about what they belong to. Locked in id order, like `eachAgenda`. */
export async function lockOpenAgendas(tx: Tx, which: SQL | undefined): Promise<LockedAgenda[]> {
  const rows = await tx
    .select({ agenda: agendas, zone: branches.timeZone })
    .from(agendas)
    .innerJoin(branches, eq(branches.id, agendas.branchId))
    .where(and(which, isNull(agendas.finishedAt)))
    .orderBy(asc(agendas.id))
    .for('update', { of: agendas });
  return rows.map(({ agenda, zone }) => ({ ...agenda, zone }));
}

export interface AgendaChange {
  set: Values<typeof agendas>;
  /** `ALTERAR`, `REAGENDAR`, `FINALIZAR`, `TRANSFERIR`. */
  action: string;
  /** The entry for the customer's activity log. */
  text: string;
  /** The values behind the text: from, to, reason. */
  data?: Record<string, unknown>;
}

/** The only way to change a locked agenda: updates its columns and version, and writes one log entry and one audit entry. */
export async function changeAgenda(
  tx: Tx,
  ctx: Writer,
  agenda: AgendaRecord,
  { set, action, text, data = {} }: AgendaChange,
): Promise<AgendaRecord> {
  return agendaRow.change(tx, ctx, agenda, {
    action,
    set,
    facts: { after: data },
    parts: async ({ customerId, id }) =>
      logCustomer(tx, ctx, {
        customerId,
        type: 'AGENDA',
        itemId: id,
        text,
        data: { acao: action, ...data },
      }),
  });
}

/**
 * Applies a change to each agenda; one failing row does not stop the rest. Rows are locked in id order, so that two commands
 * cannot deadlock.
 */
export async function eachAgenda(
  tx: Tx,
  ctx: Context,
  wanted: readonly { id: number; versao?: number | undefined }[],
  change: (agenda: LockedAgenda) => Promise<unknown>,
): Promise<RowResults> {
  const results = new Results();
  const byId = new Map(wanted.map((each) => [each.id, each]));
  for (const id of inOrder([...byId.keys()])) {
    const done = await results.attempt(id, async () => {
      await change(await lockAgenda(tx, ctx, byId.get(id) ?? { id }));
      return true;
    });
    if (done) results.done.push(id);
  }
  return results.answer();
}
