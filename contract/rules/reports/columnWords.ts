import type { MapEntities, MapField } from '../../map/entity.ts';
import { resolvePath } from '../../map/paths.ts';
import { type DeclarativeQuery, type ReportColumn, type ReportDefinition, shownColumns } from './report.ts';

/** What leaves a value of the field as it is. */
const EXTREMES: ReadonlySet<string> = new Set(['MINIMO', 'MAXIMO']);

/**
 * The columns of a result, with what the company calls the values of its catalogues. Rows keep the standard words, by which figures
 * lead to their rows; `cellText` shows the others. Of a query in SQL only the database knows what a column is.
 */
export function wordedColumns(
  report: Pick<ReportDefinition, 'consulta' | 'colunas'>,
  entities: MapEntities,
): ReportColumn[] {
  const { consulta } = report;
  const columns = shownColumns(report);
  if (consulta.tipo === 'SQL') return columns;
  return columns.map((column) => {
    const palavras = wordsOfColumn(consulta, column.campo, entities);
    return palavras ? { ...column, palavras } : column;
  });
}

function wordsOfColumn(
  { colunas, conjunto }: DeclarativeQuery,
  name: string,
  entities: MapEntities,
): Record<string, string> | undefined {
  const { campo, agregacao } = colunas.find(({ como }) => como === name) ?? {};
  if (campo === undefined || (agregacao && !EXTREMES.has(agregacao))) return undefined;
  const field = resolvePath(entities, conjunto, campo)?.campo;
  return field && wordsOfField(field);
}

/** What the company calls the values of a field, by the standard word; `undefined` where it says nothing of its own. */
function wordsOfField({ palavras, opcoes = [] }: MapField): Record<string, string> | undefined {
  const said = palavras ? opcoes.filter(({ valor, rotulo }) => valor !== rotulo) : [];
  return said.length === 0 ? undefined : Object.fromEntries(said.map(({ valor, rotulo }) => [valor, rotulo]));
}

/** The fields whose values the company calls otherwise, as 'entity field'. */
export const saidWords = (entities: MapEntities): Map<string, Readonly<Record<string, string>>> =>
  new Map(
    Object.entries(entities).flatMap(([entity, { campos }]) =>
      Object.entries(campos).flatMap(([field, campo]) => {
        const said = wordsOfField(campo);
        return said ? [[`${entity} ${field}`, said] as const] : [];
      }),
    ),
  );
