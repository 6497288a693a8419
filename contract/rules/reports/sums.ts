import type { MapEntities, MapEntity } from '../../map/entity.ts';
import { type ResolvedPath, resolvePath } from '../../map/paths.ts';
import { inSentence } from '../../records/recordType.ts';
import type { FileProblem } from '../problem.ts';
import type { DeclarativeQuery } from './report.ts';

/**
 * Sums and means of what has none. Asked when a report is written, not when it runs: what was published before the map said what
 * may be summed keeps its rows.
 */
export function sumProblems(query: DeclarativeQuery, entities: MapEntities): FileProblem[] {
  return query.colunas.flatMap(({ campo, agregacao }, index) => {
    const path = campo === undefined ? undefined : resolvePath(entities, query.conjunto, campo);
    if (!path || (agregacao !== 'SOMA' && agregacao !== 'MEDIA')) return [];
    const at = `/consulta/colunas/${index}/agregacao`;
    const message = sumSentence(path, agregacao, entities[query.conjunto]);
    return message ? [{ pointer: at, message }] : [];
  });
}

/** Why a field has no sum or mean here; `null` if it has. */
export function sumSentence(
  { campo, titulo, many, steps }: ResolvedPath,
  agregacao: 'SOMA' | 'MEDIA',
  entity: MapEntity | undefined,
): string | null {
  const last = steps.at(-1);
  if (last?.tipo === 'UM') {
    const each = many ? inSentence(steps[0]?.titulo ?? '') : (entity?.titulo.um ?? '');
    return `${titulo} é de ${inSentence(last.titulo)}: contado em cada ${each}, o mesmo valor entraria várias vezes. Faça o relatório a partir de ${inSentence(last.titulo)}, ou escolha menor ou maior.`;
  }
  if (campo.soma === undefined)
    return `${titulo} não é uma quantidade: não se soma nem tem média. Escolha contagem, menor ou maior.`;
  return agregacao === 'SOMA' && campo.soma === 'MEDIA'
    ? `${titulo} não se soma: a soma não diria nada. Escolha média, menor ou maior.`
    : null;
}
