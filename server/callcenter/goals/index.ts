import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { goalRoutes } from '#contract/callcenter/goals.ts';
import type { Input, Output } from '#contract/route.ts';
import type { SheetFormat } from '#contract/rules/files.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatMonth, type GoalLine, readGoalLine } from '#contract/rules/sales/goalLine.ts';
import { foldedText } from '#contract/rules/text.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { type SheetColumn, sheetWriters } from '../../adapters/spreadsheet/spreadsheet.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { goals, people } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { markImport } from '../../feed/writeFeed.ts';
import { implement } from '../../implement.ts';
import { pageOf, paginatorOf } from '../../paging/paging.ts';
import { seesOthersAgendas } from '../../session/scope.ts';
import { type FileAnswer, ownSheet } from '../../storedFiles.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit, publishParts } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { collaboratorsByWord } from '../agendaImport/queries.ts';
import { goalView, selectGoals } from './queries.ts';
import { countGoals, createGoal, requireLead, updateGoal } from './write.ts';

type Route = (typeof goalRoutes)['importFile'];
type Numbered = GoalLine & { linha: number };

type GoalRow = typeof goals.$inferInsert;

const MAX_GOALS = 5000;

async function givenLines(ctx: Context, { body }: Input<Route>): Promise<Numbered[]> {
  requireLead(ctx);
  const lines = plainTexts(
    body.arquivo
      ? await linesOf(ctx, body.arquivo.id)
      : (body.linhas ?? []).map((line, index) => ({ ...line, linha: index + 1 })),
  );
  if (lines.length === 0) throw invalid({ arquivo: 'Envie uma planilha ou as linhas.' });
  return lines;
}

/** Writes each valid line, replacing an existing goal; the others are reported with their reason. */
async function importGoals(tx: Tx, ctx: Context, { body }: Input<Route>, lines: Numbered[]) {
  const words = lines.map(({ colaborador }) => colaborador.trim());
  const found = await collaboratorsByWord(tx, words);
  const recusados: Output<Route>['data']['recusados'] = [];
  const rows = new Map<string, GoalRow>();
  for (const { linha, ...line } of lines) {
    const read = readGoalLine(line, body.mes);
    const personId = found.get(line.colaborador.trim())?.id;
    const motivo =
      typeof read === 'string' ? read : personId ? null : `Colaborador "${line.colaborador}" não encontrado.`;
    if (motivo !== null || typeof read === 'string') recusados.push({ linha, motivo: motivo ?? '' });
    else {
      const key = `${personId}/${read.month}`;
      if (rows.has(key)) recusados.push({ linha, motivo: 'Repete o colaborador e o mês de outra linha.' });
      else
        rows.set(key, {
          personId: personId ?? 0,
          month: `${read.month}-01`,
          value: read.value,
          margin: read.margin,
        });
    }
  }
  if (rows.size > 0) {
    await markImport(tx);
    const written = await tx
      .insert(goals)
      .values([...rows.values()].sort(inLockOrder))
      .onConflictDoUpdate({
        target: [goals.personId, goals.month],
        set: {
          value: sql`excluded.value`,
          margin: sql`excluded.margin`,
          version: sql`${goals.version} + 1`,
        },
      })
      .returning({ id: goals.id, version: goals.version });
    await publishParts(
      tx,
      ctx,
      written.map(({ id, version }) => ({
        action: version === 1 ? 'CRIAR' : 'ALTERAR',
        entity: 'goals',
        entityId: id,
      })),
    );
    await audit(tx, ctx, {
      action: 'IMPORTAR',
      entity: 'goals',
      entityId: 'planilha',
      after: { gravados: rows.size, recusados: recusados.length },
    });
  }
  return {
    data: {
      message: `${formatCount(rows.size, 'objetivo gravado', 'objetivos gravados')}.`,
      gravados: rows.size,
      recusados,
    },
  };
}

/** As the count of a month locks them: two files that name the same people in another order would wait for each other. */
const inLockOrder = (one: GoalRow, other: GoalRow) =>
  one.month < other.month ? -1 : one.month > other.month ? 1 : one.personId - other.personId;

const HEADINGS: Readonly<Record<string, keyof GoalLine>> = {
  colaborador: 'colaborador',
  vendedor: 'colaborador',
  mes: 'mes',
  valor: 'valor',
  lucro: 'margem',
  // Sheets of an older template.
  margem: 'margem',
};

async function linesOf(ctx: Context, id: string): Promise<Numbered[]> {
  const [heading = [], ...rows] = await ownSheet(ctx, id, MAX_GOALS);
  const columns = heading.map((title) => HEADINGS[foldedText(title)]);
  if (!columns.includes('colaborador') || !columns.includes('valor'))
    throw refused(
      'COLUNAS_FALTANDO',
      'A planilha precisa das colunas Colaborador e Valor; Mês e Lucro são opcionais.',
    );
  return rows.flatMap((row, index) => {
    if (!row.some(Boolean)) return [];
    const line: Numbered = { linha: index + 2, colaborador: '', valor: '' };
    for (const [place, column] of columns.entries()) if (column) line[column] = row[place] ?? '';
    return [line];
  });
}

/** Team leaders see all goals; other users see their own. */
async function listGoals(
  { query }: Input<typeof goalRoutes.list>,
  { db, user, now }: Context,
): Promise<Output<typeof goalRoutes.list>> {
  const month = query.mes ?? localDate(now(), DEFAULT_TIME_ZONE).slice(0, 7);
  const personId = seesOthersAgendas(user) ? query.idColab : user.id;
  const condition = and(
    // A goal that is named is found in whatever month it is.
    query.ids && !query.mes ? inArray(goals.id, query.ids) : eq(goals.month, `${month}-01`),
    query.ids && inArray(goals.id, query.ids),
    personId === undefined ? undefined : eq(goals.personId, personId),
  );
  const { take, offset } = pageOf(query);
  const [rows, total] = await Promise.all([
    selectGoals(db)
      .where(condition)
      .orderBy(sql`${people.name} collate pt_br`, asc(goals.id))
      .limit(take)
      .offset(offset),
    db.$count(goals, condition),
  ]);
  return { itens: rows.map(goalView), paginator: paginatorOf(query, total) };
}

export const goalImplementation = implement(goalRoutes, {
  list: listGoals,
  create: createGoal,
  update: updateGoal,
  count: countGoals,
  template: async ({ query }, ctx) => goalTemplate(ctx, query.formato),
  importFile: command(goalRoutes.importFile, { prepare: givenLines, work: importGoals }),
});

const COLUMNS: SheetColumn[] = [
  { title: 'Colaborador', kind: 'text', width: 30 },
  { title: 'Mês', kind: 'text', width: 12 },
  { title: 'Valor', kind: 'text', width: 16 },
  { title: 'Lucro', kind: 'text', width: 16 },
];

async function* rowsOf(rows: readonly string[][]) {
  yield* rows;
}

/** The heading that the import expects, and an example line with a name that nobody has. */
function goalTemplate({ now }: Pick<Context, 'now'>, formato: SheetFormat = 'xlsx'): FileAnswer {
  const { mime, write } = sheetWriters[formato];
  const month = formatMonth(localDate(now(), DEFAULT_TIME_ZONE));
  return {
    content: write({
      name: 'Objetivos',
      columns: COLUMNS,
      rows: rowsOf([['código, CPF ou matrícula', month, '50.000,00', '12.500,00']]),
      zone: DEFAULT_TIME_ZONE,
    }),
    name: `modelo de objetivos.${formato}`,
    mime,
  };
}
