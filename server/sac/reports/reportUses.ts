import { ADDED_FIELD } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { isStandardReference } from '#contract/records/index.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { ownTypeOf } from '../../map/ownEntities.ts';
import { fieldOfColumn } from '../../map/storedValues.ts';
import { queryUses } from './guard/queryUses.ts';
import { parsedQuery } from './guard/validateSql.ts';

/** What a report reads: views, own record types and fields. The lists that its filters offer come with the console. */
export const reportUses = async (report: ReportDefinition): Promise<DefinitionUse[]> =>
  report.consulta.tipo === 'SQL'
    ? queryUses(await parsedQuery(report), '/consulta/sql')
    : declaredUses(report.consulta);

/** Only a comparison with fixed values names options. */
const NAMING: ReadonlySet<string> = new Set(['IGUAL', 'DIFERENTE', 'EM']);

/** Whose a column of a set is: of an own type, of the fields that administrators added, or of the view itself. */
function usedColumn(set: string, column: string): Pick<DefinitionUse, 'kind' | 'key' | 'field'> {
  const type = ownTypeOf(set);
  if (type !== null) return { kind: 'records', key: type, field: fieldOfColumn(column) };
  const entity = Object.hasOwn(ENTITIES, set) ? ENTITIES[set]?.adicionais : undefined;
  return entity && column.startsWith(ADDED_FIELD)
    ? { kind: 'fields', key: entity, field: fieldOfColumn(column.slice(ADDED_FIELD.length)) }
    : { kind: 'views', key: set, field: column };
}

function declaredUses({ conjunto, colunas, filtros = [] }: DeclarativeQuery): DefinitionUse[] {
  const type = ownTypeOf(conjunto);
  if (type !== null && isStandardReference(type)) return [];
  const whole = { ...usedColumn(conjunto, ''), field: '', value: '', pointer: '/consulta/conjunto' };
  return [
    whole,
    ...colunas.flatMap(({ campo }, index) =>
      campo === undefined
        ? []
        : [{ ...usedColumn(conjunto, campo), value: '', pointer: `/consulta/colunas/${index}/campo` }],
    ),
    ...filtros.flatMap(({ campo, operador, valor }, index) => {
      const values = NAMING.has(operador) && valor !== undefined ? [valor].flat().map(String) : [''];
      return values.map((value) => ({
        ...usedColumn(conjunto, campo),
        value,
        pointer: `/consulta/filtros/${index}/${value === '' ? 'campo' : 'valor'}`,
      }));
    }),
  ];
}
