import { allows, grantsOf, type Permission } from '../../contract/permissions.ts';
import type { Route } from '../../contract/route.ts';
import { keptMasks } from '../../contract/rules/privacy/keptMasks.ts';
import {
  isMask,
  masked,
  maskerOf,
  maskPaths,
  type PersonalKind,
} from '../../contract/rules/privacy/masks.ts';
import type { PublicContext, User } from '../context.ts';
import { forbidden, invalid } from '../errors.ts';

const PERMISSION: Permission = 'DADOS_PESSOAIS';

/** Whether somebody is shown personal data in full. Consumers see nothing but their own. */
export const seesPersonal = (user: Pick<User, 'type' | 'grants'> | null): boolean =>
  user === null || user.type === 'CONSUMIDOR_FINAL' || allows(user.grants, PERMISSION);

/** The same person as one who is shown all: what they were shown is held against it. */
const seeingPersonal = <U extends Pick<User, 'grants'>>(user: U): U => ({
  ...user,
  grants: [
    ...user.grants.filter(({ nome }) => nome !== PERMISSION),
    ...grantsOf([PERMISSION]).filter(({ nome }) => nome === PERMISSION),
  ],
});

/** Refuses what cannot be masked: files, and answers without fields. */
export function requirePersonal(user: Pick<User, 'type' | 'grants'> | null): void {
  if (!seesPersonal(user)) throw forbidden(PERMISSION);
}

/** An answer as somebody may see it, by the marks of its schema. */
export function shownTo(user: User | null, { response, ofOneself }: Route, answer: unknown): unknown {
  if (ofOneself || seesPersonal(user)) return answer;
  return maskedBy(SENTENCE, maskedBy(response, answer));
}

/** What a command says that it did: "enviado para …". */
const SENTENCE = {
  properties: { data: { properties: { message: { pessoal: 'FRASE' satisfies PersonalKind } } } },
};

const maskers = new WeakMap<object, ReturnType<typeof maskerOf>>();

/** A part of an answer that leaves in a file, as the answer itself would show it. */
export const shownAs = <T>(user: User | null, schema: object, value: T): T =>
  seesPersonal(user) ? value : maskedBy(schema, value);

/** A value of a schema with everything masked that the schema marks; schemas of definitions bear the same marks. */
export function maskedBy<T>(schema: object, value: T): T {
  const known = maskers.get(schema);
  const mask = known === undefined ? maskerOf(schema) : known;
  maskers.set(schema, mask);
  return mask ? (mask(value) as T) : value;
}

/** What was shown as a mask is no value: sent back with a form it would take the place of the one that it hides. */
export function refuseMasks(user: User | null, body: unknown): void {
  if (seesPersonal(user)) return;
  const fields = maskPaths(body);
  if (fields.length > 0) throw invalid(Object.fromEntries(fields.map((field) => [field, MASKED_FIELD])));
}

/** A personal text as somebody may read it. */
export const personalFor = (user: User | null, kind: PersonalKind, text: string): string =>
  seesPersonal(user) ? text : String(masked(kind, text));

/** Whether what came back is the value, or the mask that somebody was shown in its place. */
export const isAsShown = (user: User | null, kind: PersonalKind, value: string, given: string): boolean =>
  given === value || (!seesPersonal(user) && isMask(given) && given === masked(kind, value));

/** One of the values that somebody was shown to choose from: of whom it was masked for, the one that the mask stands for. */
export function pickedOf(
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

/** The call that shows what an update takes back. */
export interface ShownBy {
  route: Route;
  read: (input: { params?: unknown; query?: unknown }, ctx: PublicContext) => Promise<unknown>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The body of an update by somebody who sees masks, with what is stored in the place of each mask that came back as it was
 * shown; anything else that they cannot have seen is refused at its field. Reads the record as they see it and as it is:
 * that nobody changed it in between is what its `versao` says.
 */
export async function bodyWithKept(
  { keepsMasks }: Route,
  { route, read }: ShownBy,
  { params, body }: { params: unknown; body: unknown },
  ctx: PublicContext & { user: User },
): Promise<unknown> {
  if (!keepsMasks || seesPersonal(ctx.user) || !isFields(body)) return body;
  const { at, one, names = {} } = keepsMasks;
  const given = at ? body[at] : body;
  if (!isFields(given)) return body;
  const recordOf = (answer: unknown) => renamed(pickedOne(answer, one && (params as Fields)[one]), names);
  const shown = recordOf(shownTo(ctx.user, route, await read({ params, query: {} }, ctx)));
  const stored = recordOf(await read({ params, query: {} }, { ...ctx, user: seeingPersonal(ctx.user) }));
  const { value, refused } = keptMasks(given, shown, stored);
  // A record names the fields of its lists as its form does.
  const paths = at ? refused.map((path) => path.replaceAll('.', '/')) : refused;
  if (paths.length > 0) throw invalid(Object.fromEntries(paths.map((path) => [path, MASKED_FIELD])));
  return at ? { ...body, [at]: value } : value;
}

/** A record, alone, below `data`, or of a list the one with the number. */
function pickedOne(answer: unknown, id: unknown): Fields {
  const found = Array.isArray(answer) ? answer.find((each) => isFields(each) && each.id === id) : answer;
  if (!isFields(found)) return {};
  return isFields(found.data) ? found.data : found;
}

const renamed = (record: Fields, names: Readonly<Record<string, string>>): Fields => ({
  ...record,
  ...Object.fromEntries(Object.entries(names).map(([name, shown]) => [name, record[shown]])),
});

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
