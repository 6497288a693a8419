import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { PERSON_TYPES } from '#contract/permissions.ts';
import {
  branchField,
  type CustomTypeDefinition,
  customerField,
  ticketField,
} from '#contract/records/customType.ts';
import { ownerFields, reachOf, scopeSentences } from '#contract/records/recordScope.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { formatCount } from '#contract/rules/format.ts';
import { patternEngine } from '#contract/rules/forms/patterns.ts';
import { type NarrowedField, typeNarrowings } from '#contract/rules/records/customTypeChanges.ts';
import type { Executor } from '../../db/client.ts';
import { records } from '../../db/tables/index.ts';
import { fieldText } from './derived.ts';

const OWNERS = [
  { fieldOf: customerField, of: 'o cliente', without: 'um cliente' },
  { fieldOf: branchField, of: 'a filial', without: 'uma filial' },
  { fieldOf: ticketField, of: 'o ticket', without: 'um ticket' },
] as const;

/**
 * A definition that moves or archives the first reference to a customer, a branch or a ticket changes who can see the records, if
 * their scope asks for it. Warns with the number of records affected, and reports an error if records that have an owner would
 * lose it: panels and requests of data subjects find them by it, whoever sees them.
 */
export async function ownerChanges(
  db: Executor,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const { fieldOf, of, without } of OWNERS) {
    const [old, now] = [fieldOf(before.campos), fieldOf(after.campos)];
    if (old === now) continue;
    const oldText = old === undefined ? sql`null` : fieldText(old);
    const index = after.campos.findIndex(({ chave }) => chave === (now ?? old));
    const pointer = index < 0 ? '/campos' : `/campos/${index}`;
    const ofType = eq(records.type, after.chave);
    if (now === undefined) {
      const total = await countedRecords(db, and(ofType, isNotNull(oldText)));
      const records = countText(total, 'registro cita', 'registros citam');
      const decides = old !== undefined && decidesReach(before, old);
      if (total > 0)
        found.push({
          pointer,
          message: `${records} ${of} por este campo${decides ? ', que também decide quem os vê' : ''}. Deixe um campo que cite ${without}.`,
          severity: 'ERRO',
        });
      continue;
    }
    if (!decidesReach(after, now)) continue;
    const total = await countedRecords(db, and(ofType, sql`${oldText} is distinct from ${fieldText(now)}`));
    if (total > 0)
      found.push({
        pointer,
        message: `Quem vê um registro passa a seguir '${after.campos[index]?.titulo ?? now}': muda em ${countText(total, 'registro', 'registros').replace('Mais', 'mais')}.`,
        severity: 'AVISO',
      });
  }
  return found;
}

/** Whether somebody's view of the records hangs on the field; of a type with `empresa`, that of people from outside may. */
const decidesReach = ({ escopo, campos }: CustomTypeDefinition, field: string): boolean =>
  !escopo || PERSON_TYPES.some((type) => ownerFields({ campos }, reachOf(type, escopo)).includes(field));

/** Warns that another declared scope shows other people the records that there are. */
export async function scopeChanges(
  db: Executor,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): Promise<DefinitionProblem[]> {
  const words = ({ escopo = [] }: CustomTypeDefinition) => [...escopo].sort().join();
  if (words(before) === words(after)) return [];
  const total = await countedRecords(db, eq(records.type, after.chave));
  if (total === 0) return [];
  return [
    {
      pointer: '/escopo',
      message: `Muda quem vê ${countText(total, 'registro', 'registros').replace('Mais', 'mais')}. ${scopeSentences(after).slice(1).join(' ')}`,
      severity: 'AVISO',
    },
  ];
}

/** Counts stop at this number. */
const MAX_RECORDS = 10_000;

/** How many texts are tested against a new expression; this happens here because its engine is not the database's. */
const READ = 20_000;

/**
 * Counts the records that a tighter rule would reject, for each rule; they are not listed, since the person who maintains the
 * type may not be allowed to read its records. They stay unchanged and readable: rules apply to what is written, so this is a
 * warning and not an error.
 */
export async function narrowedRecords(
  db: Executor,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const one of typeNarrowings(before, after)) {
    const total =
      one.narrowing.kind === 'EXPRESSAO'
        ? await unmatched(db, after.chave, one)
        : await countedRecords(db, and(eq(records.type, after.chave), conditionOf(one)));
    if (total === 0) continue;
    found.push({
      pointer: one.pointer,
      message: `${countText(total, 'registro não segue', 'registros não seguem')} a regra nova de '${one.field.titulo}': até alguém mudar esse campo, continuam como estão.`,
      severity: 'AVISO',
    });
  }
  return found;
}

const countText = (total: number, one: string, many: string) =>
  `${total > MAX_RECORDS ? 'Mais de ' : ''}${formatCount(Math.min(total, MAX_RECORDS), one, many)}`;

/** Counts up to one more than `MAX_RECORDS`. */
async function countedRecords(db: Executor, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from ${records} where ${where} limit ${MAX_RECORDS + 1}) t`,
  );
  return rows[0]?.total ?? 0;
}

async function unmatched(db: Executor, type: string, { field }: NarrowedField): Promise<number> {
  const engine = patternEngine(field.expressao ?? '');
  const text = fieldText(field.chave);
  const rows = await db
    .select({ text: sql<string>`${text}` })
    .from(records)
    .where(and(eq(records.type, type), sql`${text} is not null`))
    .orderBy(asc(records.id))
    .limit(READ);
  return rows.filter((row) => !engine.test(row.text)).length;
}

function conditionOf({ field, narrowing }: NarrowedField): SQL {
  const text = fieldText(field.chave);
  const number = sql`public.extra_number${text}`;
  switch (narrowing.kind) {
    case 'VAZIO':
      return sql`${text} is null`;
    case 'LINHAS':
      return sql`${text} ~ '[\\n\\r]'`;
    case 'TAMANHO':
      return sql`length(${text}) > ${narrowing.limit}`;
    case 'MINIMO':
      return sql`${number} < ${String(narrowing.limit)}::numeric`;
    case 'MAXIMO':
      return sql`${number} > ${String(narrowing.limit)}::numeric`;
    case 'CASAS':
      return sql`scale(trim_scale(${number})) > ${narrowing.limit}`;
    case 'OPCAO':
      return sql`${text} = any(${sql.param([...narrowing.values])}::text[])`;
    default:
      return sql`false`;
  }
}
