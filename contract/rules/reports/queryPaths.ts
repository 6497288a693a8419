import { pathsOf } from '../../expression/tree.ts';
import { fieldsRead } from './calculated.ts';
import type { DeclarativeQuery } from './report.ts';

/** Every path that a query reads, in its columns and conditions. */
export const pathsOfQuery = ({ colunas, filtros = [], onde }: DeclarativeQuery): string[] => [
  ...[...colunas, ...filtros].flatMap(({ campo }) => campo ?? []),
  ...colunas.flatMap(({ expr }) => (expr ? fieldsRead(expr) : [])),
  ...(onde ? pathsOf(onde) : []),
];
