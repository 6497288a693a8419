import { allows } from '../../contract/permissions.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS, isFeedSubject } from '../../contract/records/feedSubjects.ts';
import { STANDARD_TYPE_KEYS } from '../../contract/records/index.ts';
import type { User } from '../context.ts';
import { forbidden, invalid, notFound } from '../errors.ts';
import { mayRecords } from '../records/access.ts';
import { isTypeKey, standardMapped } from '../records/registry.ts';
import { isConsumer } from '../session/scope.ts';

/** Whether a person or key may read the changes of a type, and the thing itself. What is not known is closed. */
export function mayRead(user: User, type: string): boolean {
  if (isTypeKey(type)) return mayRecords(user, standardMapped(type).type, 'ler');
  if (!isFeedSubject(type) || isConsumer(user)) return false;
  const given = user.recordVerbs === undefined || (user.recordVerbs[type]?.includes('ler') ?? false);
  return given && FEED_SUBJECTS[type].permissoes.every((permission) => allows(user.grants, permission));
}

/** To end consumers the feed is not there. */
export function requireReadable(user: User, type: string): void {
  if (isConsumer(user)) throw notFound();
  if (mayRead(user, type)) return;
  throw forbidden(isFeedSubject(type) ? FEED_SUBJECTS[type].permissoes[0] : permissionOf(type));
}

const permissionOf = (type: string) => standardMapped(type).type.permissoes.ler;

/** The types that are asked for, each of which must be open; without any, all that are. */
export function readableTypes(user: User, asked: string | undefined): string[] {
  if (isConsumer(user)) throw notFound();
  const known: readonly string[] = [...FEED_SUBJECT_KEYS, ...STANDARD_TYPE_KEYS];
  const named = [...new Set((asked ?? '').split(',').map((type) => type.trim()))].filter(Boolean);
  const unknown = named.find((type) => !known.includes(type));
  if (unknown !== undefined) throw invalid({ tipos: `Não há o tipo "${unknown.slice(0, 40)}".` });
  for (const type of named) requireReadable(user, type);
  const open = named.length > 0 ? named : known.filter((type) => mayRead(user, type));
  if (open.length === 0) throw forbidden(FEED_SUBJECTS.tickets.permissoes[0]);
  return open;
}
