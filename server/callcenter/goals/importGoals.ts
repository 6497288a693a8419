import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { goalRoutes } from '../../../contract/callcenter/goals.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { type GoalLine, readGoalLine } from '../../../contract/rules/goals/goalLine.ts';
import { readSheet } from '../../adapters/spreadsheet/readSheet.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { files, goals, people } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { collaboratorsWhere } from '../agendaImport/queries.ts';
import { requireLead } from './write.ts';

type Route = (typeof goalRoutes)['importFile'];
type Numbered = GoalLine & { linha: number };

const MOST = 5000;

/** Each line that holds is written, also over a goal that stands; the others are told with their reason. */
export async function importGoals({ body }: Input<Route>, ctx: Context): Promise<Output<Route>> {
  requireLead(ctx);
  const lines = body.arquivo
    ? await linesOf(ctx, body.arquivo.id)
    : (body.linhas ?? []).map((line, index) => ({ ...line, linha: index + 1 }));
  if (lines.length === 0) throw invalid({ arquivo: 'Envie uma planilha ou as linhas.' });
  return ctx.db.transaction(async (tx) => {
    const words = lines.map(({ colaborador }) => colaborador.trim());
    const found = await peopleBy(tx as never, words);
    const recusados: Output<Route>['data']['recusados'] = [];
    const rows = new Map<string, typeof goals.$inferInsert>();
    for (const { linha, ...line } of lines) {
      const read = readGoalLine(line, body.mes);
      const personId = found(line.colaborador.trim());
      const motivo =
        typeof read === 'string'
          ? read
          : personId
            ? null
            : `Colaborador "${line.colaborador}" não encontrado.`;
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
      await tx
        .insert(goals)
        .values([...rows.values()])
        .onConflictDoUpdate({
          target: [goals.personId, goals.month],
          set: {
            value: sql`excluded.value`,
            margin: sql`excluded.margin`,
            version: sql`${goals.version} + 1`,
          },
        });
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
  });
}

async function peopleBy(db: Context['db'], words: string[]) {
  const numbers = words.filter((word) => /^\d{1,9}$/.test(word)).map(Number);
  const plain = words.map((word) => word.replace(/[.\-\s]/g, ''));
  const rows = await collaboratorsWhere(
    db,
    or(
      inArray(people.id, numbers),
      inArray(people.cpf, plain),
      inArray(people.employeeNumber, words.filter(Boolean)),
    ),
  );
  return (word: string) =>
    rows.find(
      (row) =>
        String(row.id) === word || row.cpf === word.replace(/[.\-\s]/g, '') || row.employeeNumber === word,
    )?.id;
}

const HEADINGS: Readonly<Record<string, keyof GoalLine>> = {
  colaborador: 'colaborador',
  vendedor: 'colaborador',
  mes: 'mes',
  valor: 'valor',
  margem: 'margem',
};

async function linesOf(ctx: Context, id: string): Promise<Numbered[]> {
  const [file] = await ctx.db
    .select({ name: files.name, storedAs: files.storedAs })
    .from(files)
    .where(and(eq(files.id, id), eq(files.ownerId, ctx.user.id)));
  if (!file) throw notFound();
  const parts: Buffer[] = [];
  for await (const part of await ctx.files.get(file.storedAs)) parts.push(part as Buffer);
  const [heading = [], ...rows] = await readSheet(Buffer.concat(parts), file.name, MOST);
  const columns = heading.map(
    (title) => HEADINGS[title.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()],
  );
  if (!columns.includes('colaborador') || !columns.includes('valor'))
    throw refused(
      'COLUNAS_FALTANDO',
      'A planilha precisa das colunas Colaborador e Valor; Mês e Margem são opcionais.',
    );
  return rows.flatMap((row, index) => {
    if (!row.some(Boolean)) return [];
    const line: Numbered = { linha: index + 2, colaborador: '', valor: '' };
    for (const [place, column] of columns.entries()) if (column) line[column] = row[place] ?? '';
    return [line];
  });
}
