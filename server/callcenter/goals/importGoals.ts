import { sql } from 'drizzle-orm';
import type { goalRoutes } from '../../../contract/callcenter/goals.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { foldedText } from '../../../contract/rules/foldedText.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { type GoalLine, readGoalLine } from '../../../contract/rules/goals/goalLine.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { goals } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { plainTexts } from '../../plainText.ts';
import { collaboratorsByWord } from '../agendaImport/queries.ts';
import { ownSheet } from '../ownSheet.ts';
import { requireLead } from './write.ts';

type Route = (typeof goalRoutes)['importFile'];
type Numbered = GoalLine & { linha: number };

const MOST = 5000;

/** Each line that holds is written, also over a goal that stands; the others are told with their reason. */
export async function importGoals({ body }: Input<Route>, ctx: Context): Promise<Output<Route>> {
  requireLead(ctx);
  const lines = plainTexts(
    body.arquivo
      ? await linesOf(ctx, body.arquivo.id)
      : (body.linhas ?? []).map((line, index) => ({ ...line, linha: index + 1 })),
  );
  if (lines.length === 0) throw invalid({ arquivo: 'Envie uma planilha ou as linhas.' });
  return ctx.db.transaction(async (tx) => {
    const words = lines.map(({ colaborador }) => colaborador.trim());
    const found = await collaboratorsByWord(tx, words);
    const recusados: Output<Route>['data']['recusados'] = [];
    const rows = new Map<string, typeof goals.$inferInsert>();
    for (const { linha, ...line } of lines) {
      const read = readGoalLine(line, body.mes);
      const personId = found.get(line.colaborador.trim())?.id;
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

const HEADINGS: Readonly<Record<string, keyof GoalLine>> = {
  colaborador: 'colaborador',
  vendedor: 'colaborador',
  mes: 'mes',
  valor: 'valor',
  margem: 'margem',
};

async function linesOf(ctx: Context, id: string): Promise<Numbered[]> {
  const [heading = [], ...rows] = await ownSheet(ctx, id, MOST);
  const columns = heading.map((title) => HEADINGS[foldedText(title)]);
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
