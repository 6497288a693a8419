import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import {
  allows,
  DEFAULT_GRANTS,
  grantsOf,
  PERSON_TYPES,
  type Permission,
  type PersonType,
} from '#contract/permissions.ts';
import { paramNames, pathsOf, permissionAt, type Route, type Routes } from '#contract/route.ts';
import { people, roles } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople, testCpf } from '../support/people.ts';
import { type TestAnswer, type TestServer, testServer } from '../support/servers/server.ts';
import { keptSessions } from '../support/signIn/keptSessions.ts';

interface Address {
  /** `GET /sac/tickets/{idTicket}` */
  title: string;
  route: Route;
  path: string;
}

const addresses: Address[] = Object.values(catalogue as Record<string, Routes>)
  .flatMap((routes) => Object.values(routes))
  .flatMap((route) =>
    pathsOf(route).map((path) => ({
      title: `${route.method} ${path}`,
      route: { ...route, permission: permissionAt(route, path) },
      path,
    })),
  );
const where = (holds: (route: Route) => unknown) =>
  addresses.filter(({ route }) => holds(route)).map((each) => [each.title, each] as const);
const all = where(() => true);

let server: TestServer;
let callWithSession: ReturnType<typeof keptSessions>;
let persons: TestPeople;
/** A signed-in person whose role grants nothing. */
let nobodysRole: number;
beforeAll(async () => {
  server = await testServer();
  callWithSession = keptSessions(server);
  persons = await createPeople(server.deps.db);
  nobodysRole = await personWithoutGrants();
});
afterAll(() => server?.close());

async function personWithoutGrants(): Promise<number> {
  const { db } = server.deps;
  const [role] = await db.insert(roles).values({ key: 'VAZIO', name: 'Sem módulos' }).returning();
  const [person] = await db
    .insert(people)
    .values({
      cpf: testCpf(900),
      name: 'Pessoa nova',
      email: 'nova@exemplo.com.br',
      type: 'ADMIN',
      roleId: role?.id ?? 0,
      passwordHash: '',
    })
    .returning();
  return person?.id ?? 0;
}

const isMounted = ({ route, path }: Address) =>
  server.app.hasRoute({ method: route.method, url: path.replace(/\{(\w+)\}/g, ':$1') });

/** A value that the parameter's schema accepts and that identifies no record. */
function sample(schema: TSchema | undefined): string {
  if (schema?.type === 'integer') return '999999';
  if (schema?.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  // One of a few words: any other word is an unknown path.
  const word: unknown = schema?.anyOf?.[0]?.const;
  if (typeof word === 'string') return word;
  return 'nenhum'.padEnd(schema?.minLength ?? 0, '9');
}

const filled = ({ route, path }: Address, change: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => change[name] ?? sample(route.params?.properties[name]));

/** Calls as the person, or without a session. */
async function callAs(
  personId: number | null,
  address: Address,
  { url = filled(address), body }: { url?: string; body?: object } = {},
): Promise<TestAnswer> {
  const payload = body ?? (address.route.body ? {} : undefined);
  const options = payload && { body: payload };
  return personId === null
    ? server.call(address.route.method, url, options)
    : callWithSession(personId, address.route, url, options);
}

/** A person with the required permission. */
const permitted = (route: Route): number =>
  persons.people[PERSON_TYPES.find((type) => mayCall(type, route)) ?? 'ADMIN'];

const mayCall = (type: PersonType, route: Route) =>
  [route.permission, ...kindPermission(route)].every((each) => allows(grantsOf(DEFAULT_GRANTS[type]), each));

/** The calls here use the first value of each parameter. */
const kindPermission = ({ permissionBy }: Route): Permission[] =>
  Object.values(permissionBy?.permissions ?? {}).slice(0, 1);

/** Whether the route does not exist yet; the last test of this file reports those. */
const skipped = (address: Address) => !isMounted(address);

describe('caller without a session', () => {
  it.each(where((route) => route.permission !== 'public'))('gets 401 at %s', async (_, address) => {
    if (skipped(address)) return;
    const { status, body } = await callAs(null, address);
    expect([status, body.code]).toEqual([401, 'SESSAO_EXPIRADA']);
    expect(body.error).toMatch(/Entre novamente/);
  });

  it.each(where((route) => route.permission === 'public'))('can call %s', async (_, address) => {
    if (skipped(address)) return;
    const { status } = await callAs(null, address);
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
  });
});

describe('each type of person', () => {
  it.each(all)('can call %s exactly when its grants allow it', async (_, address) => {
    if (skipped(address)) return;
    const refusedTypes: PersonType[] = [];
    for (const type of PERSON_TYPES) {
      const { status, body } = await callAs(persons.people[type], address);
      if (status === 403) {
        refusedTypes.push(type);
        expect(body).toMatchObject({ code: 'SEM_PERMISSAO' });
      } else {
        expect(status).not.toBe(401);
        expect(status).toBeLessThan(500);
      }
    }
    expect(refusedTypes).toEqual(PERSON_TYPES.filter((type) => !mayCall(type, address.route)));
  });

  it.each(where(({ permission }) => permission !== 'public' && permission !== 'session'))(
    'gets 403 at %s with a role that grants nothing, even an administrator',
    async (_, address) => {
      if (skipped(address)) return;
      expect((await callAs(nobodysRole, address)).status).toBe(403);
    },
  );

  it('loses a permission with the next request after the role lost it', async () => {
    const { db } = server.deps;
    const token = await server.sessionOf(persons.people.ADMIN);
    const emails = () => server.call('GET', '/config/emails', { token }).then(({ status }) => status);
    expect(await emails()).toBe(200);
    await db.update(roles).set({ grants: [] }).where(eq(roles.key, 'ADMIN'));
    expect(await emails()).toBe(403);
    await db
      .update(roles)
      .set({ grants: grantsOf(DEFAULT_GRANTS.ADMIN) })
      .where(eq(roles.key, 'ADMIN'));
    expect(await emails()).toBe(200);
  });
});

/** By their rules, the address that was called with every wrong value of such a field. */
const triedAt = new Map<string, Address>();

/** Every wrong value where a field has these rules first, one of them elsewhere: the answer depends on the rules alone. */
function wrongValues(values: readonly string[], address: Address, schema: TSchema | undefined) {
  const { title: _title, description: _description, default: _default, ...rules } = schema ?? {};
  const key = JSON.stringify([rules, values]);
  const first = triedAt.get(key) ?? address;
  triedAt.set(key, first);
  return first === address ? values : values.slice(0, 1);
}

describe('input of a route', () => {
  it.each(where(({ body }) => body && body.additionalProperties === false))(
    'rejects an unknown key at %s',
    async (_, address) => {
      if (skipped(address)) return;
      const { status, body } = await callAs(permitted(address.route), address, {
        body: { chaveEstranha: 1 },
      });
      expect([status, body.code]).toEqual([422, 'DADOS_INVALIDOS']);
      expect(body.errors).toMatchObject({ chaveEstranha: 'Campo desconhecido: retire-o e envie de novo.' });
    },
  );

  it.each(where(({ query }) => query))('rejects an unknown key in the query of %s', async (_, address) => {
    if (skipped(address)) return;
    // If there is a body as well, it is validated first, and an empty one is rejected before the query is read.
    if (address.route.body) return expect(address.route.query?.additionalProperties).toBe(false);
    const url = `${filled(address)}?chaveEstranha=1`;
    const { status, body } = await callAs(permitted(address.route), address, { url });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([
      422,
      expect.arrayContaining(['chaveEstranha']),
    ]);
  });

  it.each(where(({ query }) => query && 'page' in query.properties))(
    'rejects a page below 1 at %s',
    async (_, address) => {
      if (skipped(address)) return;
      const { page: rules } = address.route.query?.properties ?? {};
      for (const page of wrongValues(['-1', '0', '1001', '1.5', 'x', '1e309'], address, rules)) {
        const url = `${filled(address)}?page=${page}`;
        const { status, body } = await callAs(permitted(address.route), address, { url });
        expect([page, status, Object.keys(body.errors ?? {})]).toEqual([
          page,
          422,
          // Other required query parameters are missing as well.
          expect.arrayContaining(['page']),
        ]);
      }
    },
  );

  it.each(where(({ query }) => query && 'take' in query.properties))(
    'rejects an unlimited page size at %s',
    async (_, address) => {
      if (skipped(address)) return;
      const { take: rules } = address.route.query?.properties ?? {};
      for (const take of wrongValues(['100000', '0', '-5'], address, rules)) {
        const url = `${filled(address)}?take=${take}`;
        const { status, body } = await callAs(permitted(address.route), address, { url });
        expect([take, status, Object.keys(body.errors ?? {})]).toEqual([
          take,
          422,
          expect.arrayContaining(['take']),
        ]);
      }
    },
  );

  it.each(where(({ query }) => query && ('orderBy' in query.properties || 'sort' in query.properties)))(
    'rejects a sort order that %s does not offer',
    async (_, address) => {
      if (skipped(address)) return;
      const own = 'orderBy' in (address.route.query?.properties ?? {});
      const wrong = own
        ? ['orderBy=senha', 'orderBy=id;drop table tickets', 'direction=asc nulls first']
        : ['sort=["nada","ASC"]', 'sort=["id","asc"]', 'sort=id', 'range=[-1,9]', 'range=x', 'filter=[]'];
      for (const part of wrong) {
        const url = `${filled(address)}?${part.replace(/=.*/, '')}=${encodeURIComponent(part.replace(/^\w+=/, ''))}`;
        const { status, body } = await callAs(permitted(address.route), address, { url });
        expect([part, status, Object.keys(body.errors ?? {})]).toEqual([
          part,
          422,
          [part.replace(/=.*/, '')],
        ]);
      }
    },
  );

  it('must be complete JSON, and not too large', async () => {
    const send = (payload: string, type = 'application/json') =>
      server.app.inject({ method: 'POST', url: '/login/sac', payload, headers: { 'content-type': type } });
    expect((await send('{"cpf":')).json()).toMatchObject({ code: 'JSON_INVALIDO' });
    expect((await send('cpf=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await send('x', 'text/plain')).statusCode).toBeGreaterThanOrEqual(400);
    const huge = await send(JSON.stringify({ cpf: 'x'.repeat(2_000_000) }));
    expect([huge.statusCode, huge.json().code]).toEqual([413, 'CORPO_GRANDE']);
    expect((await send('{"__proto__":{"cpf":"1"}}')).statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('paths of routes', () => {
  it.each(where(({ method }) => method === 'GET'))('accept a slash at the end: %s', async (_, address) => {
    if (skipped(address)) return;
    const who = permitted(address.route);
    const plain = await callAs(who, address);
    const slashed = await callAs(who, address, { url: `${filled(address)}/` });
    expect(slashed.status).toBe(plain.status);
  });

  it.each(where(({ path }) => /\}\//.test(path)))('accept no empty parameter: %s', async (_, address) => {
    if (skipped(address)) return;
    for (const name of paramNames(address.path).slice(0, -1)) {
      const { status } = await callAs(permitted(address.route), address, {
        url: filled(address, { [name]: '' }),
      });
      expect([name, status]).toEqual([name, 404]);
    }
  });

  it.each(
    where(({ params }) => Object.values(params?.properties ?? {}).some((each) => each.type === 'integer')),
  )('answer 404 for an invalid id: %s', async (_, address) => {
    if (skipped(address)) return;
    const names = paramNames(address.path).filter(
      (name) => address.route.params?.properties[name]?.type === 'integer',
    );
    const rules = address.route.params?.properties[names[0] ?? ''];
    const values = ['abc', '0', '-1', '1.5', '2147483648', '1e309', '%00', "1'--"];
    for (const wrong of wrongValues(values, address, rules)) {
      const change = Object.fromEntries(names.map((name) => [name, wrong]));
      const { status } = await callAs(permitted(address.route), address, { url: filled(address, change) });
      expect([wrong, status]).toEqual([wrong, 404]);
    }
  });

  it('answer 404 in the same shape when they are unknown, below every prefix of the API', async () => {
    for (const url of ['/sac/nada', '/callcenter/nada', '/config/nada', '/senha/nada']) {
      const { status, body } = await server.call('GET', url);
      expect([url, status, body.code]).toEqual([url, 404, 'NAO_ENCONTRADO']);
    }
  });
});

// Runs last: it reports the calls of the catalogue that nothing answers.
it('every call of the catalogue is implemented', () => {
  expect(addresses.filter(skipped).map(({ title }) => title)).toEqual([]);
});
