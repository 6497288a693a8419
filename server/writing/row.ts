import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context, Reading } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { notFound, ShownRecord } from '../errors.ts';
import { type AuditContext, audit } from './audit.ts';
import { requireVersion } from './requireVersion.ts';
import { type Facts, type OfTheRecord, rowFacts } from './rowFacts.ts';

/** A table whose rows have a number and a version. */
type Table = PgTable & { readonly $inferSelect: { id: number; version: number } };
type RowOf<T extends Table> = T['$inferSelect'];
type NewOf<T extends Table> = T['$inferInsert'] & object;
type Column<T extends Table> = keyof T['$inferSelect'] & string;

/** What a column is called in bodies and in the audit log; where they differ, in the one and in the other. */
type Word = string | readonly [body: string, audit: string];
type BodyWord<W extends Word> = W extends readonly [infer Body, string] ? Body : W;
type Words = Readonly<Record<string, Word>>;
/** The column that a field of a body fills. */
type ColumnFor<W extends Words, Field> = {
  [C in keyof W]: BodyWord<W[C]> extends Field ? C : never;
}[keyof W];

/**
 * Every field of a body fills its column, unless `set` fills it or the command names it in `apart` because it reads it
 * itself. A field that nobody reads does not compile.
 */
type ReadFields<T extends Table, W extends Words, B, S, Apart> = {
  [K in keyof B]: K extends 'versao' | Apart
    ? unknown
    : [ColumnFor<W, K>] extends [never]
      ? `${K & string} is a field that nobody reads`
      : ColumnFor<W, K> extends keyof S
        ? unknown
        : NewOf<T>[ColumnFor<W, K> & keyof NewOf<T>];
};

type RequiredKeys<O> = { [K in keyof O]-?: object extends Pick<O, K> ? never : K }[keyof O];
/** The columns that a new row needs and its body does not fill. */
type Missing<T extends Table, W extends Words, B> = Pick<
  NewOf<T>,
  Exclude<RequiredKeys<NewOf<T>>, OfTheRecord | ColumnFor<W, RequiredKeys<B>>>
>;
/** Values of columns that the body does not give as it is; `undefined` leaves a column as it is. */
export type Values<T extends Table> = Partial<Omit<NewOf<T>, OfTheRecord>>;
type Only<S, T extends Table> = Record<Exclude<keyof S, keyof Values<T>>, never>;

interface Extra<T extends Table> {
  /** Writes what belongs to the row, once that is written and before anybody hears of it. */
  parts?: (row: RowOf<T>) => Promise<void>;
  /** Further facts for the audit entry; those of its parts are read once they are written. */
  facts?: Facts | ((row: RowOf<T>) => Promise<Facts>);
}

/** A command's fields once their types no longer matter. */
interface Given {
  body?: object;
  set?: object;
  apart?: readonly PropertyKey[];
}

interface Written<T extends Table, W extends Words, B, S, Apart> extends Extra<T> {
  body?: B & ReadFields<T, W, B, S, Apart>;
  set?: S & Only<S, T>;
  /** Fields of the body that the command reads itself; they fill no column. */
  apart?: readonly (Apart & keyof B)[];
}

export interface Rows<T extends Table, W extends Words> {
  /** A row as the audit log shows it. */
  facts: (row: RowOf<T>) => Record<string, unknown>;
  /**
   * Locks a row until the transaction ends. 404 if there is none (`where`: that the person may see), 409 with its present
   * state if it was changed since `versao`.
   */
  lock: (
    tx: Tx,
    ctx: Context,
    wanted: { id: number; versao?: number | undefined; where?: SQL | undefined },
  ) => Promise<RowOf<T>>;
  /** The second half of `lock`, for a row that was locked together with others. */
  requireVersion: (tx: Tx, ctx: Context, row: RowOf<T>, versao: number | undefined) => Promise<void>;
  /** Writes a new row and its parts, and one audit entry with everything in it. */
  create: <S extends Values<T> = Record<never, never>, B extends object = object, const Apart = never>(
    tx: Tx,
    ctx: AuditContext,
    written: Written<T, W, B, S, Apart> & { set: Missing<T, W, B> },
  ) => Promise<RowOf<T>>;
  /** Changes a locked row, its version and its parts, and writes one audit entry with the difference. */
  change: <S extends Values<T> = Record<never, never>, B extends object = object, const Apart = never>(
    tx: Tx,
    ctx: AuditContext,
    before: RowOf<T>,
    /** The action is `ALTERAR` unless it says more. */
    written: Written<T, W, B, S, Apart> & { action?: string },
  ) => Promise<RowOf<T>>;
  /** Deletes a locked row, and writes one audit entry with everything that was in it. */
  remove: (tx: Tx, ctx: AuditContext, row: RowOf<T>, facts?: Facts['before']) => Promise<void>;
}

interface Noun<T extends Table, W, Left> {
  /** The record's English noun in the audit log: `goals`. */
  entity: string;
  /** How it is named in a sentence: 'esta meta'. */
  name: string;
  words: W;
  /** Each with its reason in a comment beside it. */
  leftOut?: readonly Left[];
  /**
   * The record as its own call shows it, for a person whose change comes too late. `schema` is that call's: what it marks as
   * personal is masked for those who see only masks.
   */
  read: { schema: object; of: (ctx: Reading, id: number) => Promise<unknown> };
  /** The row as the audit log may keep it, if it holds what must not stand there. */
  logged?: (row: RowOf<T>) => RowOf<T>;
  /** Tells open pages that are not told by the audit entry. */
  announce?: (tx: Tx, row: RowOf<T>, at: Date) => Promise<void>;
}

/** Where a column's value comes from and what it is called: its field in bodies and its word in the audit log. */
interface Named {
  column: string;
  field: string;
  word: string;
}

/** The columns of every noun that has rows, by its name in the audit log, so that one suite holds all of them to the same. */
export const nouns = new Map<string, readonly Named[]>();

/**
 * The rows of one noun: how each column is called outside, and with that how it is written, compared and told. A new column
 * does not compile until it has a word or is left out, and a field of a body that fills no column until somebody reads it.
 */
export function rowOf<
  T extends Table,
  const W extends Readonly<Record<Exclude<Column<T>, OfTheRecord | Left>, Word>>,
  const Left extends Column<T> = never,
>(table: T, { entity, name, words, read, logged = (row) => row, announce }: Noun<T, W, Left>): Rows<T, W> {
  const columns = getTableColumns(table) as Record<string, AnyPgColumn>;
  const named = Object.entries<Word>(words).map(
    ([column, word]): Named =>
      typeof word === 'string' ? { column, field: word, word } : { column, field: word[0], word: word[1] },
  );
  nouns.set(entity, named);
  const worded = rowFacts(table, {
    words: Object.fromEntries(named.map(({ column, word }) => [column, word])) as Record<Column<T>, string>,
  });
  const facts = (row: RowOf<T>) => worded.of(logged(row));
  const numbered = (id: number) => eq(columns.id as AnyPgColumn, id);
  const onlyRow = (found: unknown): RowOf<T> => {
    const [row] = found as RowOf<T>[];
    if (!row) throw new Error(`no row of ${entity} was written`);
    return row;
  };
  const stamped = (now: Date, ...names: string[]) =>
    Object.fromEntries(names.filter((each) => each in columns).map((each) => [each, now]));

  /** What is to be written: the fields of the body under their columns, and what is set besides. */
  const columnsOf = ({ body = {}, set = {}, apart = [] }: Given): Record<string, unknown> => {
    const fills = ({ column, field }: Named) => field in body && !(column in set) && !apart.includes(field);
    return {
      ...Object.fromEntries(
        named.filter(fills).map(({ column, field }) => [column, Reflect.get(body, field)]),
      ),
      ...set,
    };
  };

  /** What follows once a row is written: its parts, then one audit entry, then whoever else hears of it. */
  async function tell(
    tx: Tx,
    ctx: AuditContext,
    row: RowOf<T>,
    { action, parts, facts: further, ...own }: Extra<T> & Facts & { action: string },
  ): Promise<RowOf<T>> {
    await parts?.(row);
    const more = (typeof further === 'function' ? await further(row) : further) ?? {};
    const [before, after] = [
      { ...own.before, ...more.before },
      { ...own.after, ...more.after },
    ];
    await audit(tx, ctx, {
      action,
      entity,
      entityId: row.id,
      ...(action !== 'CRIAR' && { before }),
      ...(action !== 'EXCLUIR' && { after }),
    });
    await announce?.(tx, row, ctx.now());
    return row;
  }

  const rows: Rows<T, W> = {
    facts,
    async lock(tx, ctx, { id, versao, where }) {
      const [row] = await tx
        .select()
        .from(table as PgTable)
        .where(and(numbered(id), where))
        .for('update');
      if (!row) throw notFound();
      await rows.requireVersion(tx, ctx, row as RowOf<T>, versao);
      return row as RowOf<T>;
    },
    requireVersion: (tx, ctx, { id, version }, versao) =>
      requireVersion(tx, versao, {
        entity,
        entityId: id,
        version,
        name,
        state: async () => new ShownRecord(await read.of({ ...ctx, db: tx }, id), read.schema),
      }),
    async create(tx, ctx, given) {
      const values = { ...stamped(ctx.now(), 'createdAt', 'updatedAt'), ...columnsOf(given) };
      const inserted = tx.insert(table as PgTable).values(values);
      const row = onlyRow(await inserted.returning());
      return tell(tx, ctx, row, { ...given, action: 'CRIAR', after: facts(row) });
    },
    async change(tx, ctx, before, { action = 'ALTERAR', ...given }) {
      const values = { ...stamped(ctx.now(), 'updatedAt'), ...columnsOf(given), version: before.version + 1 };
      const updated = tx
        .update(table as PgTable)
        .set(values)
        .where(numbered(before.id));
      const row = onlyRow(await updated.returning());
      return tell(tx, ctx, row, { ...given, action, ...worded.difference(logged(before), logged(row)) });
    },
    async remove(tx, ctx, row, further) {
      await tx.delete(table).where(numbered(row.id));
      await tell(tx, ctx, row, { action: 'EXCLUIR', before: { ...facts(row), ...further } });
    },
  };
  return rows;
}
