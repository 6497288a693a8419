import type { Route } from '#contract/route.ts';
import type { CallOptions, TestAnswer, TestServer } from '../servers/server.ts';

/** A call of a route as a person. */
type CallAs = (
  personId: number,
  route: Route,
  url: string,
  options?: Omit<CallOptions, 'token'>,
) => Promise<TestAnswer>;

/**
 * For thousands of calls to every route: each person has one session, kept for as long as no call has changed anything. A
 * change may have ended it or begun a view as another person, which would weaken the calls after it.
 */
export function keptSessions(server: TestServer): CallAs {
  const tokens = new Map<number, string>();
  return async (personId, route, url, options = {}) => {
    const token = tokens.get(personId) ?? (await server.sessionOf(personId));
    tokens.set(personId, token);
    const answer = await server.call(route.method, url, { ...options, token });
    if (answer.status < 400 && (route.method !== 'GET' || route.changesState)) tokens.clear();
    return answer;
  };
}
