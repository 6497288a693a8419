import { and, desc, eq, ne } from 'drizzle-orm';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import {
  Absence,
  type AbsenceInput,
  absenceRoutes,
  ownAbsenceRoutes,
} from '#contract/config/people/absences.ts';
import { absenceProblems, daysText } from '#contract/rules/absence.ts';
import { noticeText } from '#contract/words/notices.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { people, personAbsences } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { dayAt } from '../../session/absences.ts';
import { attendants, isAttendant } from '../../session/attendants.ts';
import { command } from '../../writing/command.ts';
import { noticeTo } from '../../writing/noticeTo.ts';
import { rowOf } from '../../writing/row.ts';
import { wrote } from '../simpleRest.ts';
import { findPerson, type PersonRecord, requireAccessOf } from './queries.ts';

const absenceRow = rowOf(personAbsences, {
  entity: 'person_absences',
  name: 'esta ausência',
  words: {
    personId: 'pessoa',
    fromDay: 'de',
    untilDay: 'ate',
    substituteId: ['idSubstituto', 'substituto'],
  },
  read: { schema: Absence, of: ({ db }, id) => oneAbsence(db, id) },
});

export const absenceImplementation = implement(absenceRoutes, {
  list: async ({ params }, ctx) =>
    listAbsences(ctx.db, (await employee(ctx.db, ctx, params.idPessoa)).person.id),
  create: command(absenceRoutes.create, async (tx, ctx, { params, body }) =>
    createAbsence(tx, ctx, await changeable(tx, ctx, params.idPessoa), body),
  ),
  update: command(absenceRoutes.update, async (tx, ctx, { params, body }) =>
    updateAbsence(
      tx,
      ctx,
      { id: params.idAusencia, personId: await changeable(tx, ctx, params.idPessoa) },
      body,
    ),
  ),
  remove: command(absenceRoutes.remove, async (tx, ctx, { params, query }) =>
    removeAbsence(
      tx,
      ctx,
      { id: params.idAusencia, personId: await changeable(tx, ctx, params.idPessoa) },
      query.versao,
    ),
  ),
});

/** Everybody of the company says themselves when they are away. */
export const ownAbsenceImplementation = implement(ownAbsenceRoutes, {
  list: async (_, ctx) => (isAttendant(ctx.user) ? listAbsences(ctx.db, ctx.user.id) : []),
  create: command(ownAbsenceRoutes.create, (tx, ctx, { body }) => createAbsence(tx, ctx, self(ctx), body)),
  update: command(ownAbsenceRoutes.update, (tx, ctx, { params, body }) =>
    updateAbsence(tx, ctx, { id: params.idAusencia, personId: self(ctx) }, body),
  ),
  remove: command(ownAbsenceRoutes.remove, (tx, ctx, { params, query }) =>
    removeAbsence(tx, ctx, { id: params.idAusencia, personId: self(ctx) }, query.versao),
  ),
});

function self({ user }: Context): number {
  if (!isAttendant(user)) throw notFound();
  return user.id;
}

/** A person of the company whom the user may know about. */
async function employee(db: Executor, { user }: Context, id: number): Promise<PersonRecord> {
  const record = await findPerson(db, user, id);
  if (!record || !worksForCompany(record.person.type)) throw notFound();
  return record;
}

/** The number of a person of the company with no more access than the user. */
async function changeable(tx: Tx, ctx: Context, id: number): Promise<number> {
  requireAccessOf(ctx.user, await employee(tx, ctx, id));
  return id;
}

const MOST = 50;

const selectAbsences = (db: Executor) =>
  db
    .select({
      id: personAbsences.id,
      de: personAbsences.fromDay,
      ate: personAbsences.untilDay,
      versao: personAbsences.version,
      substituteId: personAbsences.substituteId,
      substitute: people.name,
    })
    .from(personAbsences)
    .leftJoin(people, eq(people.id, personAbsences.substituteId));

type AbsenceRow = typeof personAbsences.$inferSelect;
type Row = Awaited<ReturnType<typeof selectAbsences>>[number];

const shown = ({ substituteId, substitute, ...row }: Row): Absence => ({
  ...row,
  substituto: substituteId === null ? null : { id: substituteId, nome: substitute ?? '' },
});

async function listAbsences(db: Executor, personId: number): Promise<Absence[]> {
  const rows = await selectAbsences(db)
    .where(eq(personAbsences.personId, personId))
    .orderBy(desc(personAbsences.fromDay))
    .limit(MOST);
  return rows.map(shown);
}

async function oneAbsence(db: Executor, id: number): Promise<Absence> {
  const [row] = await selectAbsences(db).where(eq(personAbsences.id, id));
  if (!row) throw notFound();
  return shown(row);
}

async function createAbsence(tx: Tx, ctx: Context, personId: number, body: AbsenceInput) {
  await requireFree(tx, ctx, { personId, before: null }, body);
  const after = await absenceRow.create(tx, ctx, {
    set: { personId, fromDay: body.de, untilDay: body.ate, substituteId: body.idSubstituto ?? null },
  });
  await tell(tx, ctx, { personId, before: null, after });
  return wrote(after.id, 'Ausência informada.');
}

interface Named {
  id: number;
  personId: number;
}

async function updateAbsence(tx: Tx, ctx: Context, { id, personId }: Named, body: AbsenceInput) {
  await lockPersonRow(tx, personId);
  const before = await absenceRow.lock(tx, ctx, {
    id,
    versao: body.versao,
    where: eq(personAbsences.personId, personId),
  });
  const given = {
    ...body,
    idSubstituto: body.idSubstituto === undefined ? before.substituteId : body.idSubstituto,
  };
  await requireFree(tx, ctx, { personId, before }, given);
  const after = await absenceRow.change(tx, ctx, before, {
    set: { fromDay: given.de, untilDay: given.ate, substituteId: given.idSubstituto },
  });
  await tell(tx, ctx, { personId, before, after });
  return wrote(id, 'Ausência salva.');
}

async function removeAbsence(tx: Tx, ctx: Context, { id, personId }: Named, versao: AbsenceInput['versao']) {
  const where = eq(personAbsences.personId, personId);
  const before = await absenceRow.lock(tx, ctx, { id, versao, where });
  await absenceRow.remove(tx, ctx, before);
  await tell(tx, ctx, { personId, before, after: null });
  return wrote(id, 'Ausência excluída.');
}

/** Locks the person, so that of two overlapping absences at once the second finds the first. */
const lockPersonRow = (tx: Tx, id: number) =>
  tx.select({ id: people.id }).from(people).where(eq(people.id, id)).for('no key update');

async function requireFree(
  tx: Tx,
  ctx: Context,
  { personId, before }: { personId: number; before: AbsenceRow | null },
  given: AbsenceInput,
): Promise<void> {
  await lockPersonRow(tx, personId);
  const others = await tx
    .select({ de: personAbsences.fromDay, ate: personAbsences.untilDay })
    .from(personAbsences)
    .where(and(eq(personAbsences.personId, personId), before ? ne(personAbsences.id, before.id) : undefined));
  const today = await dayAt(tx, null, ctx.now());
  const problems = absenceProblems(given, { personId, today, others });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  // One who has left since may stay, so that the days can still change.
  if (!given.idSubstituto || given.idSubstituto === before?.substituteId) return;
  const colleagues = await attendants(tx, ctx.user);
  if (!colleagues.some((each) => each.id === given.idSubstituto))
    throw invalid({ idSubstituto: 'Pessoa não encontrada.' });
}

/** An absence before and after a write; `null` if there was none, or is none any more. */
interface Change {
  personId: number;
  before: AbsenceRow | null;
  after: AbsenceRow | null;
}

/** Substitutes hear that they are, or are no longer; a person, that somebody else has written their absence. */
async function tell(tx: Tx, ctx: Context, { personId, before, after }: Change): Promise<void> {
  const same = before?.fromDay === after?.fromDay && before?.untilDay === after?.untilDay;
  const [former, next] = [before?.substituteId ?? null, after?.substituteId ?? null];
  const [person] = await tx.select({ name: people.name }).from(people).where(eq(people.id, personId));
  const name = person?.name ?? '';
  const isOver = before !== null && before.untilDay < (await dayAt(tx, null, ctx.now()));
  if (after && next !== null && next !== ctx.user.id && !(same && former === next))
    await noticeTo(tx, ctx, [next], {
      titulo: noticeText('SUBSTITUI', { pessoa: name }),
      texto: noticeText('AUSENCIA', { dias: daysText(shownDays(after)) }),
    });
  if (before && former !== null && former !== next && former !== ctx.user.id && !isOver)
    await noticeTo(tx, ctx, [former], {
      titulo: noticeText('SUBSTITUI_NAO', { pessoa: name }),
      texto: noticeText('AUSENCIA', { dias: daysText(shownDays(before)) }),
    });
  const written = after ?? before;
  if (written && personId !== ctx.user.id && !same)
    await noticeTo(tx, ctx, [personId], {
      titulo: noticeText('AUSENCIA_SUA', { dias: daysText(shownDays(written)) }),
      texto: noticeText(after ? 'AUSENCIA_INFORMADA' : 'AUSENCIA_EXCLUIDA', { pessoa: ctx.user.name }),
      link: '/conta/dados',
    });
}

const shownDays = ({ fromDay, untilDay }: AbsenceRow) => ({ de: fromDay, ate: untilDay });
