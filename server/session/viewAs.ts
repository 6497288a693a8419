import { allows } from '../../contract/permissions.ts';
import type { Route } from '../../contract/route.ts';
import { reaches } from '../../contract/rules/access.ts';
import type { Deps, User } from '../context.ts';
import { Refusal } from '../errors.ts';
import { personById } from './personById.ts';

/** A view ends by itself after this long. */
export const VIEW_MINUTES = 60;

/** What a session says of a view. */
export interface StoredView {
  viewAsId: number | null;
  viewAsUntil: Date | null;
}

/**
 * Who a request is answered as: the person that the administrator looks as, with the administrator beside them.
 * It is judged anew each time, so a right that went, a person who was deactivated or an hour that passed counts at
 * once. A view that is over is not silently the administrator again: their page still shows the other person.
 */
export async function asViewed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user: User,
  { viewAsId, viewAsUntil }: StoredView,
): Promise<User> {
  if (viewAsId === null) return user;
  const until = viewAsUntil ?? new Date(0);
  const viewer = { id: user.id, name: user.name, until };
  const person = until > now() ? await personById(db, viewAsId) : null;
  const holds =
    person && !user.lacksFactor && allows(user.grants, 'CONFIGURACAO_VER_COMO') && reaches(user, person);
  return holds
    ? {
        ...person,
        sessionId: user.sessionId,
        provedAt: user.provedAt ?? null,
        hasFactor: user.hasFactor ?? false,
        hasApp: user.hasApp ?? false,
        hasPasskey: user.hasPasskey ?? false,
        byProvider: user.byProvider ?? false,
        viewer,
      }
    : { ...user, viewer: { ...viewer, over: true } };
}

/** Refuses what a view may not do: everything that changes something, and everything at all once it is over. */
export function admitView(route: Route, { viewer, name }: User) {
  if (!viewer || route.whileViewing === 'leaves') return;
  if (viewer.over)
    throw new Refusal(
      403,
      'VISAO_ENCERRADA',
      'A visão como outra pessoa terminou. Saia dela para continuar com a sua conta.',
    );
  const reads = (route.method === 'GET' && !route.effect) || route.whileViewing === 'reads';
  if (!reads)
    throw new Refusal(
      403,
      'SOMENTE_LEITURA',
      `Você está vendo como ${name}: nada pode ser gravado. Saia desta visão para continuar.`,
    );
}
