import { and, or, type SQL, sql } from 'drizzle-orm';
import { recordText } from '#contract/records/fields/normalizeRecord.ts';
import { openSearch, personalSchema, searchesPersonal } from '#contract/records/fields/personalFields.ts';
import type { AnyRecordType } from '#contract/records/recordType.ts';
import type { RecordHit } from '#contract/sac/search.ts';
import type { Context } from '../../context.ts';
import { containing } from '../../db/conditions.ts';
import { records } from '../../db/tables/index.ts';
import { maskedBy, seesPersonal } from '../../session/personalData.ts';
import { mayRecords } from '../access.ts';
import { customTypes, isOpenlyNamed } from '../custom/queries.ts';
import type { MappedType } from '../mapping.ts';
import { mappedTypes, targetOf } from '../registry.ts';

/** At most this many matches are sorted: for a word found in half of all records, any of them will do. */
const MAX_ORDERED = 200;
/** The index uses trigrams; a shorter text is only matched as a complete code. */
const INDEXED = 3;
/** Standard types whose records users look up by code or name and that no other search covers. */
const STANDARD = ['produtos', 'transportadoras'] as const;

/**
 * Records that match by code or name, limited to those the person may see: a list for custom types, one for products and one
 * for carriers.
 */
export const recordHits = (text: string, take: number, ctx: Context): Promise<RecordHit[][]> =>
  Promise.all([ownHits(text, take, ctx), ...STANDARD.map((key) => standardHits(text, key, take, ctx))]);

/** The text as typed, and in the form in which documents are stored. */
const spellings = (text: string): string[] =>
  [...new Set([text.trim(), text.replace(/[./\s-]/g, '')])].filter(Boolean);

const oneOf = (texts: readonly string[]): SQL => sql`any(${sql.param([...texts])}::text[])`;

async function ownHits(text: string, take: number, { db, user }: Context): Promise<RecordHit[]> {
  const types = (await customTypes(db)).filter(({ type }) => mayRecords(user, type, 'ler'));
  const words = spellings(text);
  if (types.length === 0 || words.length === 0) return [];
  const seen = or(...types.map(({ mapping }) => mapping.scope?.(user)));
  const ofTypes = sql`${records.type} = ${oneOf(types.map(({ type }) => type.chave))}`;
  const isKey = sql`${records.key} = ${oneOf(words)}`;
  const closed = seesPersonal(user) ? [] : types.filter(({ type }) => searchesPersonal(type));
  const amongTypes = (some: readonly MappedType[]) =>
    sql`${records.type} = ${oneOf(some.map(({ type }) => type.chave))}`;
  const open = closed.length === 0 ? undefined : sql`not ${amongTypes(closed)}`;
  const named = closed.filter(({ type }) => openSearch(type).name);
  const coded = seesPersonal(user) ? types : types.filter(({ type }) => openSearch(type).code);
  const ways = [
    and(amongTypes(coded), isKey),
    ...words
      .filter(({ length }) => length >= INDEXED)
      .flatMap((word) => [
        and(ofTypes, open, sql`${records.foldedSearch} like ${containing(word)}`),
        ...(named.length > 0 ? [and(amongTypes(named), isOpenlyNamed(word))] : []),
      ]),
  ].map(
    (meant) => sql`(
      select id, type, key, name, ${isKey} as exact from ${records}
      where ${and(meant, seen)} limit ${MAX_ORDERED})`,
  );
  const { rows } = await db.execute<{ id: number; type: string; key: string; name: string }>(sql`
    select r.id, r.type, r.key, r.name from (${sql.join(ways, sql` union `)}) r
    order by r.exact desc, r.name collate pt_br, r.id limit ${take}`);
  return rows.flatMap(({ type: key, ...row }) => {
    const type = types.find((one) => one.type.chave === key)?.type;
    return type ? [shownHit(type, hitOf(type, row), user)] : [];
  });
}

async function standardHits(
  text: string,
  chave: (typeof STANDARD)[number],
  take: number,
  { db, user }: Context,
): Promise<RecordHit[]> {
  const { type } = mappedTypes[chave];
  const words = spellings(text).filter(({ length }) => length >= INDEXED);
  if (words.length === 0 || !mayRecords(user, type, 'ler')) return [];
  const { table, id, key, name, scope } = targetOf(chave);
  const meant = or(...words.map((word) => sql`fold_text(${key} || ' ' || ${name}) like ${containing(word)}`));
  const { rows } = await db.execute<{ id: number; key: string; name: string }>(sql`
    select r.* from (
      select ${id} as id, ${key} as key, ${name} as name from ${table}
      where ${and(meant, scope?.(user))} limit ${MAX_ORDERED}) r
    order by r.key = ${oneOf(words)} desc, r.name collate pt_br, r.id limit ${take}`);
  return rows.map((row) => hitOf(type, row));
}

/** Code and name are fields of the type and may be personal data. */
function shownHit(type: AnyRecordType, hit: RecordHit, user: Context['user']): RecordHit {
  if (seesPersonal(user)) return hit;
  const [code = ''] = type.codigo;
  const fields = { [code]: hit.codigo, [type.nome]: hit.nome };
  const shown = maskedBy<Record<string, string>>(personalSchema(type), fields);
  return { ...hit, codigo: shown[code] ?? '', nome: shown[type.nome] ?? '' };
}

/**
 * The code is left empty if the key is a reference, whose id would mean nothing to the user, or consists of several fields.
 */
function hitOf(
  { chave, titulo, icone, codigo, campos }: AnyRecordType,
  { id, key, name }: { id: number; key: string; name: string },
): RecordHit {
  const field = codigo.length === 1 ? campos[codigo[0] ?? ''] : undefined;
  return {
    id,
    cadastro: chave,
    tipo: titulo.um,
    icone,
    codigo: field && field.tipo !== 'REFERENCIA' ? recordText(field, key) : '',
    nome: name,
  };
}
