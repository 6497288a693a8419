import { optionsOf } from '../catalogs/catalog.ts';
import type { Permission } from '../permissions.ts';
import type { FieldEntity } from '../rules/fields/extraField.ts';
import type { OptionSource } from '../rules/forms/formDefinition.ts';
import type { PersonalKind } from '../rules/privacy/masks.ts';
import type { ColumnType } from '../rules/reports/report.ts';
import { inStandardWords } from '../words/words.ts';

/** One value of each row of an entity. */
export interface MapField {
  readonly titulo: string;
  readonly tipo: ColumnType;
  /** Other words that people look for it by. */
  readonly sinonimos?: readonly string[];
  /** What kind of personal data it holds; masked for users who may not see it. */
  readonly pessoal?: PersonalKind;
  /** Names a customer, or quotes what somebody wrote: hidden like personal data where strangers look (server/sac/walls). */
  readonly nomeia?: true;
  /**
   * What may be made of many of its values: a sum and a mean, or only a mean. Without it neither: codes, numbers of notes and
   * days of a calendar are no amounts.
   */
  readonly soma?: 'SOMA' | 'MEDIA';
  readonly ajuda?: string;
  /** All values that it can have. */
  readonly opcoes?: readonly FieldOption[];
  /** Its values are words of a catalogue, which a company may say otherwise. */
  readonly palavras?: true;
  /** Where its values are searched, by the rights of whoever chooses one. */
  readonly origem?: ValueSource;
}

/** A value as it is stored, and what people call it. */
export interface FieldOption {
  readonly valor: string;
  readonly rotulo: string;
}

/** A source of options (`/config/opcoes`), and which part of an option the field holds. */
export interface ValueSource {
  readonly fonte: string;
  readonly guarda: 'VALOR' | 'ROTULO';
}

/** Pairs of columns that are equal: one of this entity, one of the other. */
export type JoinColumns = readonly (readonly [here: string, there: string])[];

/** From many rows of this entity to one of another. The way back is derived from it. */
export interface MapRelation {
  readonly titulo: string;
  readonly alvo: string;
  /** They name one row of the target: its whole primary key. */
  readonly por: JoinColumns;
  /** The key and title that the target calls the rows of this entity by. */
  readonly volta: { readonly chave: string; readonly titulo: string };
}

/**
 * The fields of which one has to bound a query. Without one it would read rows that only ever become more
 * (contract/rules/reports/bounds.ts). An index begins with each of `periodo` and `chaves`; without it, all rows would be read
 * all the same.
 */
export interface MapBounds {
  readonly periodo: readonly string[];
  /** Fields that are true of what is open. */
  readonly aberto: readonly string[];
  readonly chaves: readonly string[];
}

/** What reports, conditions and rules read: a view of schema `relatorio`, or a record type of the company's own. */
export interface MapEntity {
  /** In lower case, as in a sentence. */
  readonly titulo: { readonly um: string; readonly muitos: string };
  readonly sinonimos?: readonly string[];
  /** Says what one row is. */
  readonly descricao: string;
  /** The fields that together name a row; empty where none do. */
  readonly chave: readonly string[];
  /** The day or moment that a period refers to unless something else is said. */
  readonly periodo?: string;
  readonly campos: Readonly<Record<string, MapField>>;
  readonly relacoes: Readonly<Record<string, MapRelation>>;
  /** Absent where all rows may be read at once. */
  readonly limites?: MapBounds;
  /**
   * What lets a person see it on the pages that show it: of each group one permission. Whoever has them not writes no report over
   * it. Absent where everybody who may write reports reads it.
   */
  readonly permissoes?: readonly (readonly Permission[])[];
  /** Whose additional fields it has besides (server/map). */
  readonly adicionais?: FieldEntity;
}

export type MapEntities = Readonly<Record<string, MapEntity>>;

/** Begins the names of fields that administrators added, so that none has the name of another. */
export const ADDED_FIELD = 'campo_';

/** Begins the key of the entity of a company's own record type. SQL reads all of them as `registros_proprios`. */
export const OWN_ENTITY = 'proprio_';

/** The type of an entity of the company's own; null for one of the product. */
export const ownTypeOf = (entity: string): string | null =>
  entity.startsWith(OWN_ENTITY) ? entity.slice(OWN_ENTITY.length).replaceAll('_', '-') : null;

type More = Partial<Omit<MapField, 'titulo' | 'tipo'>>;
const field =
  (tipo: ColumnType) =>
  (titulo: string, more: More = {}): MapField => ({ titulo, tipo, ...more });

export const texto = field('TEXTO');
export const inteiro = field('INTEIRO');
export const decimal = field('DECIMAL');
export const dinheiro = field('DINHEIRO');
export const percentual = field('PERCENTUAL');
export const data = field('DATA');
export const momento = field('DATAHORA');
export const logico = field('LOGICO');

type Catalog = readonly { readonly value: string; readonly label: string }[];

/** The values of a catalogue in a field that holds its keys, and in one that holds its words. */
export const chavesDe = (catalog: Catalog) => ({ opcoes: optionsOf(catalog) });
/** The views have the standard words, and so do rows; where a value is chosen or shown, it is called as the company says. */
export const palavrasDe = (catalog: Catalog) => ({
  palavras: true as const,
  opcoes: catalog.map((row) => ({
    valor: inStandardWords(() => row.label),
    get rotulo() {
      return row.label;
    },
  })),
});

/** The only values of a field. */
export const entre = (...texts: string[]) => ({
  opcoes: texts.map((text): FieldOption => ({ valor: text, rotulo: text })),
});

/** The values of a field that holds the keys of what a source offers, and of one that holds the names. */
export const codigoDe = (fonte: OptionSource) => ({ origem: { fonte, guarda: 'VALOR' } as const });
export const nomeDe = (fonte: OptionSource) => ({ origem: { fonte, guarda: 'ROTULO' } as const });

/** Names or quotes: no stranger reads it. */
export const NOMEIA = { nomeia: true } as const;

/** An amount: it may be summed. */
export const SOMA = { soma: 'SOMA' } as const;
/** A price, a duration or a share: only its mean says something. */
export const MEDIA = { soma: 'MEDIA' } as const;
