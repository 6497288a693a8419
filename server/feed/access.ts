import { allows } from '../../contract/permissions.ts';
import {
  FEED_SUBJECT_KEYS,
  FEED_SUBJECTS,
  type FeedSubjectKey,
  isFeedSubject,
} from '../../contract/records/feedSubjects.ts';
import { STANDARD_TYPE_KEYS } from '../../contract/records/index.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { forbidden, invalid, notFound } from '../errors.ts';
import { mayRecords } from '../records/access.ts';
import { customTypes } from '../records/custom/queries.ts';
import { standardMapped } from '../records/registry.ts';
import { isConsumer } from '../session/scope.ts';

function mayReadSubject(user: User, type: FeedSubjectKey): boolean {
  if (isConsumer(user)) return false;
  const given = user.recordVerbs === undefined || (user.recordVerbs[type]?.includes('ler') ?? false);
  return given && FEED_SUBJECTS[type].permissoes.every((permission) => allows(user.grants, permission));
}

/** To end consumers the feed is not there. */
export function requireReadable(user: User, type: FeedSubjectKey): void {
  if (isConsumer(user)) throw notFound();
  if (!mayReadSubject(user, type)) throw forbidden(FEED_SUBJECTS[type].permissoes[0]);
}

/**
 * The types that are asked for, each of which must be open; without any, all that are. What is not known is closed, the
 * company's own types among the known.
 */
export async function readableTypes(db: Executor, user: User, asked: string | undefined): Promise<string[]> {
  if (isConsumer(user)) throw notFound();
  const own = (await customTypes(db)).map(({ type }) => type);
  const records = new Map(
    [...STANDARD_TYPE_KEYS.map((key) => standardMapped(key).type), ...own].map((type) => [type.chave, type]),
  );
  const mayRead = (key: string) => {
    const type = records.get(key);
    return type ? mayRecords(user, type, 'ler') : isFeedSubject(key) && mayReadSubject(user, key);
  };
  const known: readonly string[] = [...FEED_SUBJECT_KEYS, ...records.keys()];
  const named = [...new Set((asked ?? '').split(',').map((type) => type.trim()))].filter(Boolean);
  const unknown = named.find((type) => !known.includes(type));
  if (unknown !== undefined) throw invalid({ tipos: `Não há o tipo "${unknown.slice(0, 40)}".` });
  const closed = named.find((key) => !mayRead(key));
  if (closed !== undefined)
    throw forbidden(
      records.get(closed)?.permissoes.ler ?? FEED_SUBJECTS[closed as FeedSubjectKey].permissoes[0],
    );
  const open = named.length > 0 ? named : known.filter(mayRead);
  if (open.length === 0) throw forbidden(FEED_SUBJECTS.tickets.permissoes[0]);
  return open;
}
