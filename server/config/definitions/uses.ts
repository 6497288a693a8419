import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { DefinitionKind, DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { definitionKinds } from '#contract/rules/definitions/definition.ts';
import {
  type DefinitionLink,
  type DefinitionUse,
  type Loss,
  lossOf,
  lossSentence,
} from '#contract/rules/definitions/uses.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitions, definitionUses } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { kindRules } from './kinds.ts';
import { isKind, isOffering, nameOf, offering, offerOf, type Part, publishedContents } from './offers.ts';
import type { DefinitionName } from './present.ts';
import { problemOf } from './problemOf.ts';
import type { Arriving, Content } from './rules.ts';

/** To be raised when the same content may be read as using something else than before. */
const USES_RULES = 3;
const readMark = (version: number) => `${USES_RULES}/${version}`;

interface Change {
  /** What is published now; `null` for a first version, or for one that comes back from the archive. */
  before: Content | null;
  /** `null` when it is archived. */
  after: Content | null;
  /** What is published together with it. */
  arriving?: Arriving | undefined;
}

/** What a change would break: in the definition itself, and in those that use it. */
export async function problemsOfUses(
  db: Executor,
  name: DefinitionName,
  change: Change,
): Promise<DefinitionProblem[]> {
  return [...(await ownProblems(db, name, change)), ...(await userProblems(db, name, change))];
}

/**
 * Refuses a change that would break something, within the transaction that makes it. The caller has locked the definition;
 * those that it uses are held as they are until the transaction ends.
 */
export async function refuseBrokenUses(tx: Tx, name: DefinitionName, change: Change): Promise<void> {
  refuseErrors('REFERENCIA_ARQUIVADA', await ownProblems(tx, name, change, true));
  refuseErrors('EM_USO', await userProblems(tx, name, change));
}

function refuseErrors(code: string, problems: readonly DefinitionProblem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'ERRO');
  if (errors.length === 0) return;
  const message = errors.map((each) => each.message).join(' ');
  throw new Refusal(422, code, message, undefined, { problemas: errors.map(problemOf) });
}

/** Remembers what a version uses when it is published. */
export async function storeUses(
  tx: Tx,
  { kind, key, version, content }: DefinitionName & { version: number; content: Content },
): Promise<void> {
  const own = and(eq(definitionUses.kind, kind), eq(definitionUses.key, key));
  await tx.delete(definitionUses).where(own);
  const rows = (await kindRules(kind).uses(content, tx)).map((use) => ({
    ...{ kind, key, version, pointer: use.pointer, unsure: use.unsure === true },
    ...{ usedKind: use.kind, usedKey: use.key, usedField: use.field, usedValue: use.value },
  }));
  if (rows.length > 0) await tx.insert(definitionUses).values(rows);
  await tx
    .update(definitions)
    .set({ usesRead: readMark(version) })
    .where(and(eq(definitions.kind, kind), eq(definitions.key, key)));
}

const isUnread = sql`${definitions.usesRead} is distinct from ${`${USES_RULES}/`} || ${definitions.publishedVersion}`;

/** Reads the uses of what was published before they were stored, one definition at a time. Mostly there are none. */
export async function completeUses(db: Executor): Promise<void> {
  const unread = await db
    .select({ kind: definitions.kind, key: definitions.key })
    .from(definitions)
    .where(and(isNotNull(definitions.publishedVersion), isUnread));
  for (const name of unread)
    await db.transaction(async (tx) => {
      const isIt = and(eq(definitions.kind, name.kind), eq(definitions.key, name.key));
      const [row] = await tx.select().from(definitions).where(and(isIt, isUnread)).for('update');
      if (!row?.publishedVersion) return;
      const [held] = await publishedContents(tx, isIt);
      if (held) await storeUses(tx, { ...name, version: row.publishedVersion, content: held.content });
    });
}

const identityOf = ({ kind, key, field, value }: DefinitionUse) => JSON.stringify([kind, key, field, value]);

interface Target extends DefinitionName {
  title: string;
  /** Absent if only others offer something under its name. */
  own: Part | undefined;
  parts: readonly Part[];
}

/** The uses of a content that find nothing. Those that the published version has too are only warnings. */
async function ownProblems(
  db: Executor,
  { kind, key }: DefinitionName,
  { before, after, arriving }: Change,
  hold = false,
): Promise<DefinitionProblem[]> {
  if (!after) return [];
  const uses = (await kindRules(kind).uses(after, db, arriving)).filter(
    (use) => isKind(use.kind) && !use.unsure && !(use.kind === kind && use.key === key),
  );
  if (uses.length === 0) return [];
  const earlierUses = new Set(before ? (await kindRules(kind).uses(before, db)).map(identityOf) : []);
  const targets = await targetsOf(db, uses, arriving, hold);
  const seen = new Set<string>();
  return uses.flatMap((use) => {
    const found = missing(kind, use, targets.get(nameOf(use.kind, use.key)));
    if (!found || seen.has(found.message)) return [];
    seen.add(found.message);
    const severity = earlierUses.has(identityOf(use)) ? ('AVISO' as const) : found.severity;
    return [{ pointer: use.pointer, ...found, severity }];
  });
}

async function targetsOf(
  db: Executor,
  uses: readonly DefinitionUse[],
  arriving: Arriving | undefined,
  hold: boolean,
): Promise<ReadonlyMap<string, Target>> {
  const names = new Map(
    uses.flatMap(({ kind, key }) => (isKind(kind) ? [[nameOf(kind, key), { kind, key }]] : [])),
  );
  if (hold)
    await db
      .select({ key: definitions.key })
      .from(definitions)
      .where(or(...[...names.values()].map(isOffering)))
      .orderBy(definitions.kind, definitions.key)
      .for('share');
  const targets = new Map<string, Target>();
  for (const [name, used] of names) {
    const parts = await offering(db, used, arriving);
    const own = parts.find(({ kind, key }) => nameOf(kind, key) === name);
    const title = (own && kindRules(own.kind).titleOf(own.content)) || used.key;
    if (parts.length > 0) targets.set(name, { ...used, own, title, parts });
  }
  return targets;
}

const NOUNS: Partial<Record<DefinitionKind, string>> = {
  records: 'um cadastro',
  fields: 'um conjunto de campos adicionais',
  reports: 'um relatório',
  mails: 'um modelo de e-mail',
};

type Missing = Omit<DefinitionProblem, 'pointer'>;

function missing(user: DefinitionKind, use: DefinitionUse, target: Target | undefined): Missing | null {
  if (!target)
    return {
      message: `Não há ${NOUNS[use.kind as DefinitionKind] ?? 'uma definição'} "${use.key}" publicado para citar.`,
      // A tab of a type that is not there is not shown, and fields that are not there read as empty.
      severity: user === 'panels' || use.kind === 'fields' ? 'AVISO' : 'ERRO',
    };
  const { title, own, kind, key } = target;
  const uses: DefinitionLink[] = own ? [{ kind, key, title }] : [];
  const parts = target.parts.filter(({ archived }) => !archived);
  if (parts.length === 0)
    return {
      message: `"${title}" (${definitionKinds[kind].singular.toLowerCase()}) está no arquivo. Desarquive antes, ou retire este uso.`,
      ...{ severity: 'ERRO', uses },
    };
  const loss = lossOf(use, offerOf(parts, user));
  if (!loss) return null;
  const field = own ? fieldIn(own.content, use.field) : null;
  return {
    message: lossHere(loss, use, title, field),
    // A key that no record has reads as empty, which may be meant.
    severity: loss.part === 'FIELD' && !field && kind === 'fields' ? 'AVISO' : 'ERRO',
    uses,
  };
}

function lossHere(loss: Loss, use: DefinitionUse, title: string, field: Field | null): string {
  const named = `O campo '${field?.titulo ?? use.field}' de "${title}"`;
  if (loss.part === 'WHOLE') return loss.refusal ?? `"${title}" não pode ser usado aqui.`;
  if (loss.part === 'VALUE')
    return `${named} não tem a opção "${use.value}". Corrija o valor, ou retire este uso.`;
  if (!field) return `"${title}" não tem o campo "${use.field}". Corrija a chave, ou retire este uso.`;
  return field.arquivado
    ? `${named} está no arquivo. Volte a usá-lo antes, ou retire este uso.`
    : `${named} não pode ser usado aqui. Retire este uso.`;
}

interface Field {
  titulo: string;
  arquivado: boolean;
  index: number;
}

/** A field of a content whose fields stand in the list `campos`. */
function fieldIn(content: Content, key: string): Field | null {
  const fields = Array.isArray(content.campos) ? content.campos : [];
  const index = fields.findIndex((one) => isRecord(one) && one.chave === key);
  const field = fields[index];
  return isRecord(field)
    ? { titulo: String(field.titulo ?? key), arquivado: field.arquivado === true, index }
    : null;
}

type Links = Map<string, DefinitionLink>;

/** What others would miss, each part with all who use it. */
async function userProblems(
  db: Executor,
  name: DefinitionName,
  { before, after, arriving }: Change,
): Promise<DefinitionProblem[]> {
  if (!kindRules(name.kind).offers) return [];
  const used = kindRules(name.kind).offersAs ?? name;
  const others = (await offering(db, used, arriving)).filter(
    ({ kind, key, archived }) => !archived && nameOf(kind, key) !== nameOf(name.kind, name.key),
  );
  const offers = (content: Content | null, to: DefinitionKind) =>
    offerOf(content ? [{ kind: name.kind, content }, ...others] : others, to);
  const users = await usersOf(db, used);
  const found = new Map<string, { loss: Loss; use: DefinitionUse; title: string; links: Links }>();
  for (const { link, use } of users) {
    // What arrives with it is judged by what it will use then.
    if (arriving?.has(nameOf(link.kind, link.key))) continue;
    const [now, then] = [before, after].map((content) => offers(content, link.kind));
    const loss = lossOf(use, then ?? null, now);
    if (!loss || (after && now && lossOf(use, now))) continue;
    const part = JSON.stringify([
      loss.part,
      after ? use.field : '',
      loss.part === 'VALUE' ? use.value : '',
      use.unsure,
    ]);
    const title = now && 'fields' in now ? now.fields.get(use.field)?.title : undefined;
    const reportedLoss = found.get(part) ?? { loss, use, title: title ?? use.field, links: new Map() };
    reportedLoss.links.set(nameOf(link.kind, link.key), link);
    found.set(part, reportedLoss);
  }
  return [...found.values()].map(({ loss, use, title, links }) => {
    const uses = [...links.values()];
    return {
      pointer: after ? placeOf(after, use.field) : '',
      message: lossSentence(loss, use, title, uses),
      severity: use.unsure ? 'AVISO' : 'ERRO',
      uses,
    };
  });
}

function placeOf(content: Content, key: string): string {
  const field = fieldIn(content, key);
  if (field) return `/campos/${field.index}`;
  return 'campos' in content ? '/campos' : 'schema' in content ? '/schema' : '';
}

interface User {
  link: DefinitionLink;
  use: DefinitionUse;
}

/** The published definitions that use what a content offers, by title. */
export async function usersOfContent(
  db: Executor,
  name: DefinitionName,
  content: Content,
): Promise<DefinitionLink[]> {
  const { offersAs } = kindRules(name.kind);
  const users = await usersOf(db, offersAs ?? name);
  const own = users.filter(({ link, use }) => {
    const offer = offersAs && offerOf([{ kind: name.kind, content }], link.kind);
    return !offer || ('fields' in offer && offer.fields.has(use.field));
  });
  return [...new Map(own.map(({ link }) => [nameOf(link.kind, link.key), link])).values()];
}

/** The published definitions that use this one, by title, each with all its uses. */
async function usersOf(db: Executor, { kind, key }: DefinitionName): Promise<User[]> {
  await completeUses(db);
  const rows = await db
    .select({ use: definitionUses })
    .from(definitionUses)
    .innerJoin(
      definitions,
      and(
        eq(definitions.kind, definitionUses.kind),
        eq(definitions.key, definitionUses.key),
        eq(definitions.publishedVersion, definitionUses.version),
        isNull(definitions.archivedAt),
      ),
    )
    .where(
      and(
        eq(definitionUses.usedKind, kind),
        eq(definitionUses.usedKey, key),
        or(ne(definitionUses.kind, kind), ne(definitionUses.key, key)),
      ),
    )
    .orderBy(definitionUses.id);
  if (rows.length === 0) return [];
  const names = [...new Map(rows.map(({ use }) => [nameOf(use.kind, use.key), use])).values()];
  const contents = await publishedContents(
    db,
    or(...names.map((one) => and(eq(definitions.kind, one.kind), eq(definitions.key, one.key)))),
  );
  const titles = new Map(
    contents.map((one) => [nameOf(one.kind, one.key), kindRules(one.kind).titleOf(one.content)]),
  );
  return rows
    .map(({ use }) => ({
      link: { kind: use.kind, key: use.key, title: titles.get(nameOf(use.kind, use.key)) || use.key },
      use: {
        ...{ kind: use.usedKind, key: use.usedKey, field: use.usedField, value: use.usedValue },
        pointer: use.pointer,
        ...(use.unsure && { unsure: true as const }),
      },
    }))
    .sort((a, b) => a.link.title.localeCompare(b.link.title, 'pt-BR'));
}
