import { and, desc, eq, ne } from 'drizzle-orm';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import {
  Absence,
  type AbsenceInput,
  absenceRoutes,
  ownAbsenceRoutes,
} from '#contract/config/people/absences.ts';
import { absenceProblems, daysText } from '#contract/rules/absence.ts';
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
import { findPerson } from './queries.ts';

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
  list: async ({ params }, ctx) => listAbsences(ctx.db, await employee(ctx.db, ctx, params.idPessoa)),
  create: command(absenceRoutes.create, async (tx, ctx, { params, body }) =>
    createAbsence(tx, ctx, await employee(tx, ctx, params.idPessoa), body),
  ),
  update: command(absenceRoutes.update, async (tx, ctx, { params, body }) =>
    updateAbsence(
      tx,
      ctx,
      { id: params.idAusencia, personId: await employee(tx, ctx, params.idPessoa) },
      body,
    ),
  ),
  remove: command(absenceRoutes.remove, async (tx, ctx, { params }) =>
    removeAbsence(tx, ctx, { id: params.idAusencia, personId: await employee(tx, ctx, params.idPessoa) }),
  ),
});

/** Everybody of the company says themselves when they are away. */
export const ownAbsenceImplementation = implement(ownAbsenceRoutes, {
  list: async (_, ctx) => (isAttendant(ctx.user) ? listAbsences(ctx.db, ctx.user.id) : []),
  create: command(ownAbsenceRoutes.create, (tx, ctx, { body }) => createAbsence(tx, ctx, self(ctx), body)),
  update: command(ownAbsenceRoutes.update, (tx, ctx, { params, body }) =>
    updateAbsence(tx, ctx, { id: params.idAusencia, personId: self(ctx) }, body),
  ),
  remove: command(ownAbsenceRoutes.remove, (tx, ctx, { params }) =>
    removeAbsence(tx, ctx, { id: params.idAusencia, personId: self(ctx) }),
  ),
});

function self({ user }: Context): number {
  if (!isAttendant(user)) throw notFound();
  return user.id;
}

/** The number of a person of the company whom the user may know about. */
async function employee(db: Executor, { user }: Context, id: number): Promise<number> {
  const record = await findPerson(db, user, id);
  if (!record || !worksForCompany(record.person.type)) throw notFound();
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
  await requireFree(tx, ctx, { personId, id: null }, body);
  const { versao: _, ...fields } = body;
  const { id } = await absenceRow.create(tx, ctx, {
    set: { personId, fromDay: fields.de, untilDay: fields.ate, substituteId: fields.idSubstituto ?? null },
  });
  await tell(tx, ctx, personId, body, null);
  return wrote(id, 'Ausência informada.');
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
  await requireFree(tx, ctx, { personId, id }, given);
  await absenceRow.change(tx, ctx, before, {
    set: { fromDay: given.de, untilDay: given.ate, substituteId: given.idSubstituto },
  });
  await tell(tx, ctx, personId, given, before);
  return wrote(id, 'Ausência salva.');
}

async function removeAbsence(tx: Tx, ctx: Context, { id, personId }: Named) {
  const where = eq(personAbsences.personId, personId);
  await absenceRow.remove(tx, ctx, await absenceRow.lock(tx, ctx, { id, where }));
  return wrote(id, 'Ausência excluída.');
}

/** Locks the person, so that of two overlapping absences at once the second finds the first. */
const lockPersonRow = (tx: Tx, id: number) =>
  tx.select({ id: people.id }).from(people).where(eq(people.id, id)).for('no key update');

async function requireFree(
  tx: Tx,
  ctx: Context,
  { personId, id }: { personId: number; id: number | null },
  given: AbsenceInput,
): Promise<void> {
  await lockPersonRow(tx, personId);
  const others = await tx
    .select({ de: personAbsences.fromDay, ate: personAbsences.untilDay })
    .from(personAbsences)
    .where(and(eq(personAbsences.personId, personId), id === null ? undefined : ne(personAbsences.id, id)));
  const today = await dayAt(tx, null, ctx.now());
  const problems = absenceProblems(given, { personId, today, others });
  if (Object.keys(problems).length > 0) throw invalid(problems);
  if (!given.idSubstituto) return;
  const colleagues = await attendants(tx, ctx.user);
  if (!colleagues.some((each) => each.id === given.idSubstituto))
    throw invalid({ idSubstituto: 'Pessoa não encontrada.' });
}

/** Whoever becomes the substitute hears of it, and a person whose absence somebody else enters. */
async function tell(
  tx: Tx,
  ctx: Context,
  personId: number,
  { de, ate, idSubstituto }: AbsenceInput,
  before: typeof personAbsences.$inferSelect | null,
): Promise<void> {
  const same = before?.fromDay === de && before.untilDay === ate;
  const [person] = await tx.select({ name: people.name }).from(people).where(eq(people.id, personId));
  if (idSubstituto && idSubstituto !== ctx.user.id && !(same && before?.substituteId === idSubstituto))
    await noticeTo(tx, ctx, [idSubstituto], {
      titulo: `Você substitui ${person?.name ?? ''}`,
      texto: `Ausência ${daysText({ de, ate })}.`,
    });
  if (personId !== ctx.user.id && !same)
    await noticeTo(tx, ctx, [personId], {
      titulo: `Sua ausência ${daysText({ de, ate })}`,
      texto: `Informada por ${ctx.user.name}.`,
      link: '/conta/dados',
    });
}
