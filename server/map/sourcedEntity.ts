import type { MapEntity, MapField } from '#contract/map/entity.ts';
import type { ColumnType } from '#contract/rules/reports/report.ts';

/** An entity with what is needed to read what has no column of its own. */
export interface SourcedEntity extends MapEntity {
  /** Set for a type of the company's own, which has no view: its fields are read from `registros_proprios`. */
  readonly own?: { readonly type: string; readonly sql: Readonly<Record<string, string>> };
  /** The name of a permission that reads it and that the person whose map this is has not. */
  readonly fechada?: string;
  /** The expressions that read the fields which administrators added to an entity with a view, on the view as `r`. */
  readonly added?: Readonly<Record<string, string>>;
}

export type SourcedEntities = Readonly<Record<string, SourcedEntity>>;

/** A field with the expression that reads it, on its view as `r`. */
export interface ReadField extends MapField {
  readonly sql: string;
}

export const readField = (
  tipo: ColumnType,
  titulo: string,
  sql: string,
  more: Partial<MapField> = {},
): ReadField => ({ tipo, titulo, sql, ...more });

/** The fields as the map has them, and the expressions apart. */
export const fieldsOf = (
  read: Readonly<Record<string, ReadField>>,
): { campos: Record<string, MapField>; sql: Record<string, string> } => ({
  campos: Object.fromEntries(Object.entries(read).map(([name, { sql: _, ...field }]) => [name, field])),
  sql: Object.fromEntries(Object.entries(read).map(([name, { sql }]) => [name, sql])),
});
