import { allows, grantsOf, type Permission } from '../../contract/permissions.ts';
import type { Route } from '../../contract/route.ts';
import {
  isMask,
  masked,
  maskerOf,
  maskPaths,
  type PersonalKind,
} from '../../contract/rules/privacy/masks.ts';
import type { User } from '../context.ts';
import { forbidden, invalid } from '../errors.ts';

const PERMISSION: Permission = 'DADOS_PESSOAIS';

/** Whether somebody is shown personal data in full. Consumers see nothing but their own. */
export const seesPersonal = (user: Pick<User, 'type' | 'grants'> | null): boolean =>
  user === null || user.type === 'CONSUMIDOR_FINAL' || allows(user.grants, PERMISSION);

/** The same person as one who is shown all: what they were shown is held against it. */
export const seeingPersonal = <U extends Pick<User, 'grants'>>(user: U): U => ({
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

const maskers = new WeakMap<object, ReturnType<typeof maskerOf>>();

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

export const MASKED_FIELD =
  'Seu perfil não vê este dado por inteiro, e por isso não pode gravá-lo. Peça a quem o vê, ou informe um novo.';
