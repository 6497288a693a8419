import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { allows, grantsOf, type Permission } from '#contract/permissions.ts';
import type { Route } from '#contract/route.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { keptMasks } from '#contract/rules/privacy/keptMasks.ts';
import { isMask, masked, maskerOf, maskPaths, type PersonalKind } from '#contract/rules/privacy/masks.ts';
import type { PublicContext, User } from '../context.ts';
import { forbidden, invalid } from '../errors.ts';

const PERMISSION: Permission = 'DADOS_PESSOAIS';

/** Whether the user sees personal data in full. Consumers only ever see their own. */
export const seesPersonal = (user: Pick<User, 'type' | 'grants'> | null): boolean =>
  user === null || user.type === 'CONSUMIDOR_FINAL' || allows(user.grants, PERMISSION);

/**
 * Limits whatever finds rows by a personal value (a search, a filter, a key in an address) to what the user may find by:
 * `undefined` without a limit, otherwise a condition. Whoever sees a kind masked must not find anyone by it, since guesses
 * that are confirmed one after the other would read the value. A company's document is public, and stored in 14 characters.
 */
export function findableBy(
  user: Pick<User, 'type' | 'grants'> | null,
  kind: PersonalKind | null,
  column: SQLWrapper,
): SQL | undefined {
  if (kind === null || seesPersonal(user)) return undefined;
  return kind === 'DOCUMENTO' ? sql`length(${column}::text) = ${CNPJ_LENGTH}` : sql`false`;
}

const CNPJ_LENGTH = 14;

/** The same for a complete value that is compared as it is: whether the user would see it in full. */
export const isFindable = (
  user: Pick<User, 'type' | 'grants'> | null,
  kind: PersonalKind | null,
  value: unknown,
): boolean => kind === null || seesPersonal(user) || masked(kind, value) === value;

/** The same user with full access to personal data, to compare what they were shown with the stored values. */
const withFullPersonalData = <U extends Pick<User, 'grants'>>(user: U): U => ({
  ...user,
  grants: [
    ...user.grants.filter(({ nome }) => nome !== PERMISSION),
    ...grantsOf([PERMISSION]).filter(({ nome }) => nome === PERMISSION),
  ],
});

/** Refuses access to content that cannot be masked: files, and responses without fields. */
export function requirePersonal(user: Pick<User, 'type' | 'grants'> | null): void {
  if (!seesPersonal(user)) throw forbidden(PERMISSION);
}

/** The response as the user may see it, masked according to its schema's marks. */
export function maskedFor(user: User | null, { response, ownDataOnly }: Route, answer: unknown): unknown {
  if (ownDataOnly || seesPersonal(user)) return answer;
  return maskedBy(SENTENCE, maskedBy(response, answer));
}

/** The message of a command about what it did, such as "enviado para …". */
const SENTENCE = {
  properties: { data: { properties: { message: { pessoal: 'FRASE' satisfies PersonalKind } } } },
};

const maskers = new WeakMap<object, ReturnType<typeof maskerOf>>();

/** Part of a response that is written to a file, masked as in the response itself. */
export const maskedPart = <T>(user: User | null, schema: object, value: T): T =>
  seesPersonal(user) ? value : maskedBy(schema, value);

/** Masks everything in a value that its schema marks; the schemas of definitions have the same marks. */
export function maskedBy<T>(schema: object, value: T): T {
  const cachedMasker = maskers.get(schema);
  const mask = cachedMasker === undefined ? maskerOf(schema) : cachedMasker;
  maskers.set(schema, mask);
  return mask ? (mask(value) as T) : value;
}

/** Refuses masks in a body: a mask sent back with a form would replace the value that it hides. */
export function refuseMasks(user: User | null, body: unknown): void {
  if (seesPersonal(user)) return;
  const fields = maskPaths(body);
  if (fields.length > 0) throw invalid(Object.fromEntries(fields.map((field) => [field, MASKED_FIELD])));
}

/** A personal text, masked if the user may not see it. */
export const personalFor = (user: User | null, kind: PersonalKind, text: string): string =>
  seesPersonal(user) ? text : String(masked(kind, text));

/** Whether the text sent back is the value itself, or the mask that the user was shown instead. */
export const isAsShown = (user: User | null, kind: PersonalKind, value: string, given: string): boolean =>
  given === value || (!seesPersonal(user) && isMask(given) && given === masked(kind, value));

/**
 * The chosen value out of those that the user was offered: for a user who saw masks, the value that the given mask
 * represents.
 */
export function unmaskedChoice(
  user: User | null,
  kind: PersonalKind,
  { field, given, offered }: { field: string; given: string; offered: readonly string[] },
): string {
  if (seesPersonal(user) || !isMask(given)) return given;
  const found = new Set(offered.filter((each) => masked(kind, each) === given));
  const [one] = found;
  if (one === undefined) throw invalid({ [field]: MASKED_FIELD });
  if (found.size > 1) throw invalid({ [field]: SEVERAL });
  return one;
}

const SEVERAL =
  'Mais de um dado deste cliente aparece com esta máscara. Peça a quem os vê por inteiro, ou informe o dado completo.';

const MASKED_FIELD =
  'Seu perfil não vê este dado por inteiro, e por isso não pode gravá-lo. Peça a quem o vê, ou informe um novo.';

/** The route that returns the record which an update sends back. */
export interface ReadRoute {
  route: Route;
  read: (input: { params?: unknown; query?: unknown }, ctx: PublicContext) => Promise<unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The body of an update by a user who sees masks: each mask that came back as it was shown is replaced by the stored value,
 * and any other mask is refused at its field. Reads the record both as the user sees it and unmasked; `versao` ensures that
 * it was not changed in between.
 */
export async function bodyWithoutMasks(
  { restoresMasks }: Route,
  { route, read }: ReadRoute,
  { params, body }: { params: unknown; body: unknown },
  ctx: PublicContext & { user: User },
): Promise<unknown> {
  if (!restoresMasks || seesPersonal(ctx.user) || !isRecord(body)) return body;
  const { at, one, names = {} } = restoresMasks;
  const given = at ? body[at] : body;
  if (!isRecord(given)) return body;
  const recordOf = (answer: unknown) => renamed(pickedOne(answer, one && (params as Fields)[one]), names);
  const shown = recordOf(maskedFor(ctx.user, route, await read({ params, query: {} }, ctx)));
  const stored = recordOf(
    await read({ params, query: {} }, { ...ctx, user: withFullPersonalData(ctx.user) }),
  );
  const { value, refused } = keptMasks(given, shown, stored);
  // The errors of a record name the fields inside its lists as the record's form does, with `/`.
  const paths = at ? refused.map((path) => path.replaceAll('.', '/')) : refused;
  if (paths.length > 0) throw invalid(Object.fromEntries(paths.map((path) => [path, MASKED_FIELD])));
  return at ? { ...body, [at]: value } : value;
}

/** The record in a response: the response itself, its `data`, or the list item with that number. */
function pickedOne(answer: unknown, id: unknown): Fields {
  const found = Array.isArray(answer) ? answer.find((each) => isRecord(each) && each.id === id) : answer;
  if (!isRecord(found)) return {};
  return isRecord(found.data) ? found.data : found;
}

const renamed = (record: Fields, names: Readonly<Record<string, string>>): Fields => ({
  ...record,
  ...Object.fromEntries(Object.entries(names).map(([name, shown]) => [name, record[shown]])),
});
