import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allows, type Permission } from '#contract/permissions.ts';
import {
  type Area,
  Failure,
  type Input,
  inArea,
  type Output,
  paramNames,
  pathsOf,
  permissionAt,
  type Route,
  type Routes,
} from '#contract/route.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { Context, Deps, PublicContext } from './context.ts';
import { askChange } from './db/cachedQuery.ts';
import { dbForReading, LIST_WAIT_MS } from './db/replica.ts';
import { forbidden, Refusal, refusedKey, unauthorized } from './errors.ts';
import { readMultipart } from './plugins/multipart.ts';
import { admitProof, admitView, requireRequiredFactor, userOf } from './session/currentUser.ts';
import { customerCodesOf, filterCodesOf, followMerges, onlyReads } from './session/mergedCodes.ts';
import { DEVICE_COOKIE, entryCookieOf } from './session/openSession.ts';
import {
  bodyWithoutMasks,
  maskedFor,
  type ReadRoute,
  refuseMasks,
  requirePersonal,
} from './session/personalData.ts';
import { keyUserOf, namesKey } from './session/serviceKey.ts';
import { type FileAnswer, sendFile } from './storedFiles.ts';
import type { Command } from './writing/command.ts';
import { sentDraftOf } from './writing/draftEnding.ts';
import { commandName } from './writing/idempotency.ts';

type ContextFor<R extends Route> = R['permission'] extends 'public' ? PublicContext : Context;
type Answer<R extends Route> = R extends { file: true } ? FileAnswer : Output<R>;

/** One handler for each route of a noun: a missing handler, a wrong answer or a repeatable call that is no command does not compile. */
export type Handlers<R extends Routes> = {
  [K in keyof R]: R[K] extends { idempotent: true }
    ? Command<R[K]>
    : (input: Input<R[K]>, ctx: ContextFor<R[K]>) => Promise<Answer<R[K]>>;
};

/** Routes with their handlers, ready to be mounted. */
export interface Implementation {
  mount: (app: FastifyInstance, deps: Deps) => void;
  /** Every route with what carries it out. */
  routes: readonly { name: string; route: Route; handler: Mountable }[];
}

/** A handler, and what it says of itself if it is a command. */
interface Mountable extends Pick<Partial<Command<Route>>, 'route' | 'reason'> {
  (...given: never[]): unknown;
}

export function implement<R extends Routes>(routes: R, handlers: Handlers<R>): Implementation {
  for (const [name, route] of Object.entries(routes)) requireOwnRoute(route, handlers[name]);
  return {
    routes: Object.entries(routes).map(([name, route]) => ({
      name,
      route,
      handler: handlers[name] as Mountable,
    })),
    mount(app, deps) {
      for (const [name, route] of Object.entries(routes)) {
        // The types were checked above; from here on all routes are handled alike.
        const handler = handlers[name] as unknown as AnyHandler;
        const shown = readRouteFor(routes, handlers, route);
        for (const path of mountsOf(route, deps)) mountRoute(app, deps, route, path, { handler, shown });
      }
    },
  };
}

/** A repeat is only noticed by a command, which keeps its keys under the name of its own route. */
function requireOwnRoute(route: Route, handler: Mountable | undefined): void {
  const own = handler?.route;
  if (route.idempotent && !own) throw new Error(`${commandName(route)} takes a key, but is no command`);
  if (own && commandName(own) !== commandName(route))
    throw new Error(`the command of ${commandName(own)} is mounted at ${commandName(route)}`);
}

/** The call whose answer is sent back in an update. */
function readRouteFor(routes: Routes, handlers: object, { restoresMasks }: Route): ReadRoute | null {
  if (!restoresMasks) return null;
  const route = routes[restoresMasks.shownBy];
  if (!route) throw new Error(`no call ${restoresMasks.shownBy} shows what is kept`);
  return { route, read: Reflect.get(handlers, restoresMasks.shownBy) as AnyHandler };
}

/** Whether this is a page of a list, which a replica may answer if it is as recent as the request requires. */
const readsPages = (route: Route): boolean =>
  onlyReads(route) && 'paginator' in (route.response.properties ?? {});

/** Every path of a route, and the same path below the configured area. All of them share one handler. */
function mountsOf(route: Route, { settings }: Deps): string[] {
  const paths = pathsOf(route);
  return [...new Set([...paths, ...paths.map((path) => inArea(path, settings.areaPrefix ?? 'sac'))])];
}

type AnyHandler = (
  input: { params?: unknown; query?: unknown; body?: unknown },
  ctx: PublicContext,
) => Promise<unknown>;

interface Mounted {
  handler: AnyHandler;
  shown: ReadRoute | null;
}

function mountRoute(
  app: FastifyInstance,
  deps: Deps,
  route: Route,
  path: string,
  { handler, shown }: Mounted,
) {
  const area = areaOf(path);
  const customerCodes = [
    ...(onlyReads(route) && !route.exactCustomer ? customerCodesOf(route) : []),
    ...filterCodesOf(route),
  ];
  app.route({
    // HEAD and GET share one route instead of having two. A call that changes state gets no HEAD, which would change it too.
    method: route.method === 'GET' && !route.changesState ? ['GET', 'HEAD'] : route.method,
    exposeHeadRoute: false,
    url: paramNames(path).reduce((url, name) => url.replace(`{${name}}`, `:${name}`), path),
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      response: route.file ? { '4xx': Failure } : { 200: route.response, '4xx': Failure, '5xx': Failure },
    },
    config: { contract: route },
    ...(route.rows && { bodyLimit: route.rows.bytes }),
    onRequest: async (request) => {
      request.user = route.withoutSession
        ? null
        : (route.serviceKeys && (await keyUserOf(request, deps))) || (await userOf(request, deps));
      // In-memory state must be current as of this request. Reading a session or a key has checked that already; a request
      // without either checks here.
      if (!request.user && route.permission === 'public') await askChange(deps.db);
      // For a user who views the console as another person, their own allowance counts.
      if (request.user) app.admitPerson(request.user.viewer?.id ?? request.user.id, request);
      admit({ ...route, permission: permissionAt(route, path) }, request, deps.now());
    },
    ...((route.multipart || route.rows || route.record || route.filters || shown) && {
      preValidation: (request: FastifyRequest) => readBody(request, deps, route, { area, shown }),
    }),
    handler: async (request, reply) => {
      const ctx = {
        ...contextOf(request, deps, area),
        ...(readsPages(route) && { db: await dbForReading(deps, LIST_WAIT_MS) }),
        setHeader: (n: string, v: string) => void reply.header(n, v),
      };
      if (!route.handlesMasks) refuseMasks(request.user, request.body);
      await followMerges(request, customerCodes, deps.db);
      const answer = await handler({ params: request.params, query: request.query, body: request.body }, ctx);
      if (route.file) return sendFile(reply, answer as FileAnswer);
      return answered(reply, route, maskedFor(request.user, route, answer));
    },
  });
}

/** The filters that were given, each in the form that its schema expects. */
function givenFilters({ body }: Route, given: unknown): unknown {
  if (!isRecord(given)) return given;
  const isEmpty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [
        key,
        body?.properties[key]?.type === 'array' && !Array.isArray(value) ? [value] : value,
      ]),
  );
}

/** Brings a body into the form that the call's schema expects, whatever format it came in. */
async function readBody(
  request: FastifyRequest,
  deps: Deps,
  route: Route,
  { area, shown }: { area: Area | null; shown: ReadRoute | null },
): Promise<void> {
  if (route.multipart && request.isMultipart())
    request.body = await readMultipart(request, contextOf(request, deps, area));
  if (route.rows && Array.isArray(request.body)) request.body = { [route.rows.key]: request.body };
  if (route.filters) request.body = givenFilters(route, request.body);
  if (route.record) request.body = withoutReadOnlyFields(route, request.body);
  const { user } = request;
  // Invalid parameters are rejected right after this.
  if (shown && user && request.validateInput(request.params, 'params'))
    request.body = await bodyWithoutMasks(route, shown, request, { ...contextOf(request, deps, area), user });
}

/**
 * 401 without a user, 403 without the permission. A cookie alone never changes state (CSRF), and a GET that changes state
 * requires the App header from every caller (docs/domain.md 8).
 */
function admit(route: Route, request: FastifyRequest, now: Date) {
  if (route.permission === 'public') return;
  const user = request.user;
  if (!user) throw namesKey(request) ? refusedKey(route) : unauthorized();
  admitView(route, user);
  requireRequiredFactor(route, user);
  for (const permission of permissionsOf(route, request))
    if (!allows(user.grants, permission)) throw forbidden(permission);
  if (route.personal) requirePersonal(user);
  admitProof(route, user, now);
  const byCookie = route.method !== 'GET' && request.authenticatedBy === 'cookie';
  if ((byCookie || route.changesState) && !request.headers.app) {
    throw new Refusal(
      403,
      'ORIGEM_RECUSADA',
      'Pedido sem o cabeçalho App. Recarregue a página e tente de novo.',
    );
  }
}

/** Removes from a body the properties that exist only in answers for this record (`Route.record`). */
function withoutReadOnlyFields({ record, body: taken }: Route, body: unknown): unknown {
  if (!isRecord(body)) return body;
  const only = (name: string) =>
    Object.hasOwn(record?.properties ?? {}, name) && !Object.hasOwn(taken?.properties ?? {}, name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !only(name)));
}

function permissionsOf({ permission, permissionBy }: Route, { params }: FastifyRequest): Permission[] {
  const value = permissionBy && (params as Record<string, string>)[permissionBy.param];
  // The path may contain a name that every object inherits ('constructor').
  const more =
    value && Object.hasOwn(permissionBy.permissions, value) ? permissionBy.permissions[value] : undefined;
  return more ? [permission, more] : [permission];
}

function answered(reply: FastifyReply, route: Route, answer: unknown) {
  if (route.revalidated) return revalidated(reply, answer);
  if (route.method !== 'GET' || route.changesState) reply.header('Cache-Control', 'no-store');
  return answer;
}

/** The digest of an answer is its version: it is the same as long as the person would be told the same. */
function revalidated(reply: FastifyReply, answer: unknown) {
  const tag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;
  reply.header('Cache-Control', 'private, no-cache').header('ETag', tag);
  const knownTags = String(reply.request.headers['if-none-match'] ?? '').split(',');
  return knownTags.some((each) => each.trim().replace(/^W\//, '') === tag) ? reply.code(304).send() : answer;
}

function contextOf(request: FastifyRequest, deps: Deps, area: Area | null): PublicContext {
  const key = request.headers['idempotency-key'];
  const https = request.protocol === 'https' || deps.settings.publicUrl.startsWith('https:');
  return {
    ...deps,
    user: request.user,
    area,
    requestId: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    app: request.headers.app ? String(request.headers.app).slice(0, 60) : null,
    authenticatedBy: request.authenticatedBy,
    device: request.cookies[DEVICE_COOKIE] ?? null,
    entryBrowser: request.cookies[entryCookieOf({ https })] ?? null,
    https,
    idempotencyKey: typeof key === 'string' && key ? key.slice(0, 200) : null,
    sentDraft: sentDraftOf(request.headers.rascunho),
    log: request.log,
    waiting: request.waiting,
    setHeader: () => {},
  };
}

const areaOf = (path: string): Area | null =>
  path.startsWith('/sac/') ? 'sac' : path.startsWith('/callcenter/') ? 'callcenter' : null;

declare module 'fastify' {
  interface FastifyRequest {
    user: PublicContext['user'];
    authenticatedBy: PublicContext['authenticatedBy'];
  }
  interface FastifyContextConfig {
    contract?: Route;
  }
}
