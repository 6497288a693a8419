import { usersOfSessions } from '../session/currentUser.ts';
import { allowedChannels } from './channelAccess.ts';
import { type Connection, dismiss } from './hub.ts';
import type { Live } from './live.ts';
import { CODES } from './protocol.ts';
import type { Signal } from './signal.ts';

type Which = Pick<Extract<Signal, { kind: 'sessions' }>, 'sessionId' | 'personId'>;

/**
 * Ends what is over: connections of ended sessions for good, and those that listen to something that their person
 * may not hear any more so that they come back at once and ask again for each channel.
 */
export async function recheck(live: Pick<Live, 'deps' | 'hub'>, which: Which = {}): Promise<void> {
  const bySession = sessionsOf(live, which);
  const users = await usersOfSessions(live.deps, [...bySession.keys()]);
  const holding = new Map(users.map((user) => [user.sessionId, user]));
  for (const [sessionId, connections] of bySession) {
    const user = holding.get(sessionId);
    const channels = [...new Set(connections.flatMap((connection) => [...connection.channels]))];
    const allowed = user && (await allowedChannels(live.deps.db, user, channels));
    for (const connection of connections) {
      if (!allowed) dismiss(connection, CODES.unauthorized, 'Sessão encerrada');
      else if (![...connection.channels].every((channel) => allowed.has(channel)))
        dismiss(connection, CODES.reconnect, 'Permissões mudaram');
    }
  }
}

function sessionsOf({ hub }: Pick<Live, 'hub'>, { sessionId, personId }: Which): Map<string, Connection[]> {
  const bySession = new Map<string, Connection[]>();
  for (const connection of hub.connections) {
    const { session } = connection;
    if (!session || (sessionId && session.id !== sessionId)) continue;
    if (personId && session.personId !== personId) continue;
    bySession.set(session.id, [...(bySession.get(session.id) ?? []), connection]);
  }
  return bySession;
}
