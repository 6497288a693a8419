import { argumentsOf, type Expression } from '#contract/expression/tree.ts';
import { ADDED_FIELD, type MapEntities, ownTypeOf } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { resolvePath } from '#contract/map/paths.ts';
import { fieldOfColumn } from '#contract/records/fields/columnNames.ts';
import { isStandardReference } from '#contract/records/index.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';
import { namedColumn } from '#contract/rules/reports/calculated.ts';
import { pathsOfQuery } from '#contract/rules/reports/queryPaths.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { queryUses } from './guard/queryUses.ts';
import { parsedQuery } from './guard/validateSql.ts';

/**
 * What a report reads: views, own record types and fields, those on the way of its paths among them. The lists that its filters
 * offer come with the console.
 */
export const reportUses = async (
  report: ReportDefinition,
  entities: MapEntities = ENTITIES,
): Promise<DefinitionUse[]> =>
  report.consulta.tipo === 'SQL'
    ? queryUses(await parsedQuery(report), '/consulta/sql')
    : declaredUses(report.consulta, entities);

/** Whether a report follows relations, which may be of own types: its uses are read with the whole map. */
export const readsPaths = ({ consulta }: ReportDefinition): boolean =>
  consulta.tipo === 'DECLARATIVA' && pathsOfQuery(consulta).some((path) => path.includes('.'));

/** Only a comparison with fixed values names options. */
const NAMING: ReadonlySet<string> = new Set(['IGUAL', 'DIFERENTE', 'EM']);

type Used = Pick<DefinitionUse, 'kind' | 'key' | 'field'>;

/** Whose a column of an entity is: of an own type, of the fields that administrators added, or of the view itself. */
function usedColumn(entity: string, column: string): Used {
  const type = ownTypeOf(entity);
  if (type !== null) return { kind: 'records', key: type, field: fieldOfColumn(column) };
  const owner = Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity]?.adicionais : undefined;
  return owner && column.startsWith(ADDED_FIELD)
    ? { kind: 'fields', key: owner, field: fieldOfColumn(column.slice(ADDED_FIELD.length)) }
    : { kind: 'views', key: entity, field: column };
}

/** The columns that a path goes over, and at last its own. What leads nowhere is named as it is written. */
function usedOn(entities: MapEntities, from: string, campo: string): { way: Used[]; field: Used } {
  const path = resolvePath(entities, from, campo);
  if (!path) return { way: [], field: usedColumn(from, campo) };
  const owners = [from, ...path.steps.map(({ alvo }) => alvo)];
  const way = path.steps.flatMap(({ chave, tipo, alvo, por }, index) => {
    const owner = owners[index] ?? from;
    // The relation is written on the side that leads to one row, and there an own type has it as a field.
    const written = tipo === 'UM' ? owner : alvo;
    const columns = por.map(([here, there]) => (tipo === 'UM' ? here : there));
    const relations = entities[written]?.relacoes ?? {};
    const key =
      tipo === 'UM' ? chave : Object.keys(relations).find((each) => relations[each]?.volta.chave === chave);
    return ownTypeOf(written) === null
      ? columns.map((column) => usedColumn(written, column))
      : [usedColumn(written, key ?? '')];
  });
  return { way, field: usedColumn(path.entity, path.field) };
}

function declaredUses(
  { conjunto, colunas, filtros = [], onde }: DeclarativeQuery,
  entities: MapEntities,
): DefinitionUse[] {
  const type = ownTypeOf(conjunto);
  if (type !== null && isStandardReference(type)) return [];
  const wholeSet = { ...usedColumn(conjunto, ''), field: '', value: '', pointer: '/consulta/conjunto' };
  return [
    wholeSet,
    ...colunas.flatMap(({ campo }, index) => {
      if (campo === undefined) return [];
      const { way, field } = usedOn(entities, conjunto, campo);
      return [...way, field].map((use) => ({
        ...use,
        value: '',
        pointer: `/consulta/colunas/${index}/campo`,
      }));
    }),
    ...filtros.flatMap(({ campo, operador, valor }, index) => {
      const values = NAMING.has(operador) && valor !== undefined ? [valor].flat().map(String) : [''];
      const { way, field } = usedOn(entities, conjunto, campo);
      const at = `/consulta/filtros/${index}`;
      return [
        ...way.map((use) => ({ ...use, value: '', pointer: `${at}/campo` })),
        ...values.map((value) => ({
          ...{ ...field, value },
          pointer: `${at}/${value === '' ? 'campo' : 'valor'}`,
        })),
      ];
    }),
    ...[
      ...(onde ? comparedIn(onde, '/consulta/onde') : []),
      ...colunas.flatMap(({ expr }, index) =>
        expr ? comparedIn(expr, `/consulta/colunas/${index}/expr`) : [],
      ),
    ]
      .filter(({ path }) => !namedColumn({ colunas }, path))
      .flatMap(({ path, value, pointer }) => {
        const { way, field } = usedOn(entities, conjunto, path);
        return [...way.map((use) => ({ ...use, value: '', pointer })), { ...field, value, pointer }];
      }),
  ];
}

/** The paths of an expression, each with a value that it is compared with; '' where none is written. */
function comparedIn(node: Expression, pointer: string): { path: string; value: string; pointer: string }[] {
  if ('campo' in node) return [{ path: node.campo, value: '', pointer }];
  const [field, other] = argumentsOf(node);
  if (!('faz' in node) || !NAMES_VALUES.has(node.faz) || !field || !('campo' in field) || !other)
    return argumentsOf(node).flatMap((part, index) => comparedIn(part, `${pointer}/de/${index}`));
  const written = 'lista' in other ? other.lista : [other];
  const values = written.flatMap((value) => ('texto' in value ? value.texto : []));
  return (values.length > 0 ? values : ['']).map((value) => ({ path: field.campo, value, pointer }));
}

const NAMES_VALUES: ReadonlySet<string> = new Set(['igual', 'diferente', 'em']);
