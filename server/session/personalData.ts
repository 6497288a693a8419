import { isDeepStrictEqual } from 'node:util';
import { allows, type Permission } from '../../contract/permissions.ts';
import type { Route } from '../../contract/route.ts';
import { maskerOf, maskPaths } from '../../contract/rules/privacy/masks.ts';
import type { User } from '../context.ts';
import { forbidden, invalid } from '../errors.ts';

const PERMISSION: Permission = 'DADOS_PESSOAIS';

/** Whether somebody is shown personal data in full. Consumers see nothing but their own. */
export const seesPersonal = (user: Pick<User, 'type' | 'grants'> | null): boolean =>
  user === null || user.type === 'CONSUMIDOR_FINAL' || allows(user.grants, PERMISSION);

/** Refuses what cannot be masked: files, and answers without fields. */
export function requirePersonal(user: Pick<User, 'type' | 'grants'> | null): void {
  if (!seesPersonal(user)) throw forbidden(PERMISSION);
}

/** An answer as somebody may see it, by the marks of its schema. */
export function shownTo(user: User | null, { response, ofOneself }: Route, answer: unknown): unknown {
  if (ofOneself || seesPersonal(user)) return answer;
  return maskedBy(response, answer);
}

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

/** The fields of a record as they come back: one that is as it was shown was not changed, any other mask is refused. */
export function withoutMasks(
  user: User | null,
  given: Readonly<Record<string, unknown>>,
  shown: () => Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(given);
  const hidden = seesPersonal(user)
    ? []
    : entries.filter(([key, value]) => maskPaths({ [key]: value }).length > 0);
  if (hidden.length === 0) return { ...given };
  const stood = shown();
  const same = new Set(hidden.flatMap(([key, value]) => (isDeepStrictEqual(value, stood[key]) ? [key] : [])));
  const left = Object.fromEntries(entries.filter(([key]) => !same.has(key)));
  refuseMasks(user, left);
  return left;
}

export const MASKED_FIELD =
  'Seu perfil não vê este dado por inteiro, e por isso não pode gravá-lo. Peça a quem o vê, ou informe um novo.';
