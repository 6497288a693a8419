import type { MergedField } from '#contract/callcenter/customers/customerMerges.ts';
import { addDecimals, subtractDecimals } from '#contract/rules/decimal.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { KeptOfMerged, MergedColumns } from '#server/db/tables/customers/customerMerges.ts';
import type { CustomerRow } from '../../sac/customers/queries.ts';

type Column = keyof CustomerRow;

/** The columns of each field that is asked for; the first one tells whether there is anything. */
const COLUMNS_OF: Readonly<Record<MergedField, readonly [Column, ...Column[]]>> = {
  razaoSocial: ['legalName'],
  nomeFantasia: ['tradeName'],
  email: ['email'],
  telefone: ['phone'],
  inscricaoEstadual: ['stateRegistration'],
  nascimento: ['birthDate'],
  endereco: ['address'],
  enderecoEntrega: ['deliveryAddress'],
  representante: ['representativeId', 'regionId'],
  classificacao: ['classificationId', 'classificationNote'],
  tabelaPreco: ['priceTableId'],
  atividade: ['activityId'],
  comoConheceu: ['leadSourceId'],
};

const MERGED_FIELD_KEYS = Object.keys(COLUMNS_OF) as MergedField[];

/** Filled from the other one where there is nothing, without asking. */
const FILLED: readonly Column[] = [
  ...['category', 'salesClass', 'network', 'maxMeanTerm', 'logisticsNote', 'utm', 'nextCollectionAt'],
] as Column[];

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' &&
    !(value instanceof Date) &&
    Object.values(value).every((one) => one === '' || one === undefined));

/** The fields that both have, and not alike. */
export const differing = (leading: CustomerRow, other: CustomerRow): MergedField[] =>
  MERGED_FIELD_KEYS.filter((field) => {
    const [first] = COLUMNS_OF[field];
    const [one, two] = [leading[first], other[first]];
    return !isEmpty(one) && !isEmpty(two) && JSON.stringify(one) !== JSON.stringify(two);
  });

/**
 * What the customer that stays is written with. Of what a customer may have once, it keeps its own unless the other one's is chosen; what
 * restrains a sale restrains it afterwards too, whichever had it.
 */
export function mergedColumns(
  leading: CustomerRow,
  other: CustomerRow,
  chosen: readonly MergedField[],
): Partial<CustomerRow> {
  const takenFields = [
    ...MERGED_FIELD_KEYS.filter(
      (field) =>
        !isEmpty(other[COLUMNS_OF[field][0]]) &&
        (chosen.includes(field) || isEmpty(leading[COLUMNS_OF[field][0]])),
    ).flatMap((field) => COLUMNS_OF[field]),
    ...FILLED.filter((column) => isEmpty(leading[column]) && !isEmpty(other[column])),
  ];
  const set: Partial<CustomerRow> = {
    ...Object.fromEntries(takenFields.map((column) => [column, other[column]])),
    blocked: leading.blocked || other.blocked,
    blockReason: leading.blockReason || other.blockReason,
    doNotContact: leading.doNotContact || other.doNotContact,
    openTitles: leading.openTitles || other.openTitles,
    commitment: leading.commitment || other.commitment,
    lastPurchaseOn: later(leading.lastPurchaseOn, other.lastPurchaseOn),
    prospect: leading.prospect && other.prospect,
    flex: addDecimals(leading.flex, other.flex),
    registration: { ...other.registration, ...leading.registration },
    extraFields: { ...other.extraFields, ...leading.extraFields },
  };
  return Object.fromEntries(
    Object.entries(set).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(leading[column as Column]),
    ),
  );
}

const later = (one: string | null, two: string | null): string | null =>
  one === null || two === null ? (one ?? two) : one > two ? one : two;

/**
 * What a merge wrote, with what was there, so that it can be taken back. Not the flex: whatever of it was used since, the other one's
 * share goes back.
 */
export const writtenColumns = (leading: CustomerRow, set: Partial<CustomerRow>): MergedColumns =>
  Object.fromEntries(
    Object.entries(set)
      .filter(([column]) => column !== 'flex')
      .map(([column, after]) => [column, { before: leading[column as Column], after }]),
  );

/** Documents that are merged and given back key by key, since an edit of one key says nothing of the others. */
const DOCUMENTS: ReadonlySet<string> = new Set<Column>(['registration', 'extraFields']);

/** What of it nobody has changed since, as it was before. */
export const columnsBefore = (
  leading: CustomerRow,
  { row, columns }: Pick<KeptOfMerged, 'row' | 'columns'>,
): Partial<CustomerRow> => ({
  ...Object.fromEntries(
    Object.entries(columns).flatMap(([column, { before, after }]) => {
      const now = leading[column as Column];
      if (DOCUMENTS.has(column)) return [[column, partsBefore(now, before, after)]];
      return JSON.stringify(now) === JSON.stringify(after)
        ? [[column, column === 'nextCollectionAt' && typeof before === 'string' ? new Date(before) : before]]
        : [];
    }),
  ),
  // Kept as a number of at most fifteen digits, which is exact.
  flex: subtractDecimals(leading.flex, String(row.flex ?? 0)),
});

/** A document without what the merge brought into it; a part that somebody has changed since stays, and nothing beside it. */
function partsBefore(now: unknown, before: unknown, after: unknown): unknown {
  if (JSON.stringify(now) === JSON.stringify(after)) return before;
  if (!isRecord(now) || !isRecord(after)) return now;
  const was = isRecord(before) ? before : {};
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]) => {
      const part = key in after ? partsBefore(value, was[key], after[key]) : value;
      return part === undefined ? [] : [[key, part]];
    }),
  );
}
