import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { catalogue } from '#contract/index.ts';
import { MODULES } from '#contract/permissions.ts';
import { paramNames, pathsOf, type Route, type Routes } from '#contract/route.ts';
import { OURS } from './addedCalls.ts';

interface Entry {
  /** `tickets.list` */
  name: string;
  noun: string;
  key: string;
  route: Route;
}

const entries: Entry[] = Object.entries(catalogue as Record<string, Routes>).flatMap(([noun, routes]) =>
  Object.entries(routes).map(([key, route]) => ({ name: `${noun}.${key}`, noun, key, route })),
);
const addresses = entries.flatMap(({ name, route }) =>
  pathsOf(route).map((each) => ({ name, method: route.method, path: each })),
);
/** Names of the routes that break a rule, so that a failure says which. */
const breaking = (breaks: (entry: Entry) => boolean) => entries.filter(breaks).map(({ name }) => name);

describe('every route', () => {
  it('has a unique method and path, whatever its parameters are named', () => {
    const shapes = addresses.map(({ method, path: each }) => `${method} ${shapeOf(each)}`);
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('has a path below a known API prefix, without a trailing slash', () => {
    const own =
      /^\/((sac|callcenter|config|dados|senha|login|imagens|parametros|cep)\/[^/]|captcha$|env\.json$|broadcasting\/)/;
    expect(addresses.filter(({ path: each }) => !own.test(each) || each.endsWith('/'))).toEqual([]);
  });

  it('declares exactly the parameters of its path', () => {
    expect(
      breaking(
        ({ route }) =>
          Object.keys(route.params?.properties ?? {})
            .sort()
            .join() !== paramNames(route.path).sort().join(),
      ),
    ).toEqual([]);
  });

  it('requires a permission that a role can grant', () => {
    const known = new Set<string>([
      'public',
      'session',
      ...Object.keys(MODULES),
      ...Object.values(MODULES).flat(),
    ]);
    expect(breaking(({ route }) => !known.has(route.permission))).toEqual([]);
  });

  it('has a unique one-line summary in Portuguese', () => {
    expect(breaking(({ route }) => !/^\p{Lu}[^\n.]{3,90}$/u.test(route.summary))).toEqual([]);
    const summaries = entries.map(({ route }) => route.summary);
    expect(summaries.filter((each, index) => summaries.indexOf(each) !== index)).toEqual([]);
  });

  it('uses list, get, create, update and remove only with their HTTP method', () => {
    const verbs: Record<string, Route['method']> = {
      list: 'GET',
      get: 'GET',
      create: 'POST',
      update: 'PUT',
      remove: 'DELETE',
    };
    expect(breaking(({ key, route }) => (verbs[key] ?? route.method) !== route.method)).toEqual([]);
  });
});

describe('public routes', () => {
  it('are exactly the listed ones', () => {
    expect(breaking(({ route }) => route.permission === 'public')).toEqual([
      'session.loginSac',
      'session.loginCallcenter',
      'session.captcha',
      'session.requestReset',
      'session.checkReset',
      'session.reset',
      'session.newAccount',
      'secondFactor.signIn',
      'oidc.begin',
      'oidc.finish',
      'oidc.backChannel',
      'passkeys.beginSignIn',
      'passkeys.signIn',
      'platform.businesses',
      'platform.businessesCallcenter',
      'platform.publicParametersSac',
      'platform.publicParametersCallcenter',
      'platform.manifest',
      'platform.logo',
      'platform.favicon',
      'platform.background',
      'platform.installation',
      'platform.install',
      'mailAddresses.look',
      'mailAddresses.leave',
      'surveys.look',
      'surveys.answer',
      // Whoever holds the key of a wall, which opens one dashboard.
      'walls.page',
      'walls.block',
      'reports.view',
      'payments.toPay',
      'payments.pay',
    ]);
  });
});

describe('rules for HTTP methods', () => {
  it('allow no body on a GET, and changesState only on a GET', () => {
    expect(breaking(({ route }) => route.method === 'GET' && Boolean(route.body))).toEqual([]);
    expect(breaking(({ route }) => Boolean(route.changesState) && route.method !== 'GET')).toEqual([]);
  });

  it('allow client caching only for look-ups: no state changes, commands or searches', () => {
    expect(
      breaking(
        ({ noun, route }) =>
          route.cacheMinutes !== undefined &&
          (!['lookups', 'ticketCatalog', 'registrationLookups', 'salesLookups'].includes(noun) ||
            route.method !== 'GET' ||
            Boolean(route.changesState) ||
            'q' in (route.query?.properties ?? {})),
      ),
    ).toEqual([]);
  });

  it('allow an Idempotency-Key or files only on commands', () => {
    expect(
      breaking(
        ({ route }) =>
          (route.idempotent && route.method === 'GET' && !route.changesState) ||
          Boolean(route.multipart && !route.body),
      ),
    ).toEqual([]);
  });
});

/** Objects whose keys administrators define. */
const DEFINED_BY_PEOPLE = new Set([
  ...['create', 'update', 'updateMany'].map((verb) => `records.${verb} body.dados`),
  'dataApi.save body.registros[]',
  'session.preferences body',
  'definitions.check body.conteudo',
  'definitions.saveDraft body.conteudo',
  'companyRules.tryOut body.conteudo',
  'extraFields.changeCustomer body.valores',
  'extraFields.changeTicket body.valores',
  'ticketMoves.advance body.campos',
  'ticketBulk.run body.dados.campos',
  'forms.options body.valores',
  'forms.preview body.schema',
  'forms.preview body.ui',
  'reports.run body',
  'dashboardPaper.pdf body.filtros',
  'reports.rows body.filtros',
  'reports.rows body.grupo',
  'reports.exportFile body.filtros',
  'reports.ticket body',
  'reportDesk.createSet body.filtros',
  'reportDesk.updateSet body.filtros',
  'reportDesk.createSchedule body.filtros',
  'reportDesk.updateSchedule body.filtros',
  'reportDesk.preview body.conteudo',
  'reportDesk.sql body.conteudo',
  'reportDesk.preview body.filtros',
  ...['registration.register', 'registration.registerFromTicket'].flatMap((route) =>
    ['', '.empresa', '.contatos', '.enderecoCobranca', '.enderecoEntrega', '.camposAdicionais']
      .concat('.referenciasComerciais[]', '.dadosBancarios[]')
      .map((part) => `${route} body${part}`),
  ),
]);

describe('schemas', () => {
  const inputs = ({ route }: Entry) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      route[part] ? [[part, route[part]] as const] : [],
    );

  it('have a title on every field', () => {
    const untitled = entries.flatMap((entry) =>
      [...inputs(entry), ['response', entry.route.response] as const].flatMap(([part, schema]) =>
        fieldsOf(schema, part)
          .filter(({ schema: field }) => !isTitled(field))
          .map(({ at }) => `${entry.name} ${at}`),
      ),
    );
    expect(untitled).toEqual([]);
  });

  it('reject unknown keys at every depth of the input', () => {
    const open = entries.flatMap((entry) =>
      inputs(entry).flatMap(([part, schema]) =>
        objectsOf(schema, part)
          .filter(({ schema: object }) => object.additionalProperties !== false)
          .map(({ at }) => `${entry.name} ${at}`),
      ),
    );
    // Preferences belong to the person's console, values and schemas to whoever defined them. We cannot name their keys, only
    // limit them.
    expect(open.filter((one) => !DEFINED_BY_PEOPLE.has(one))).toEqual([]);
  });

  it('limit the length of every text and list in the input', () => {
    const unbounded = entries.flatMap((entry) =>
      inputs(entry).flatMap(([part, schema]) =>
        fieldsOf(schema, part)
          .filter(({ schema: field }) => !isBounded(field))
          .map(({ at }) => `${entry.name} ${at}`),
      ),
    );
    expect(unbounded).toEqual([]);
  });
});

describe('calls listed in the three documents', () => {
  const documented = new Set(
    fs
      .readFileSync(path.join(import.meta.dirname, 'endpoints.tsv'), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.split('\t'))
      .map(([, method = '', address = '']) => `${method} ${shapeOf(address)}`),
  );

  it('are 395 in total', () => expect(documented.size).toBe(395));

  it('each have a route', () => {
    const answered = new Set(addresses.map(({ method, path: each }) => `${method} ${shapeOf(each)}`));
    expect([...documented].filter((each) => !answered.has(each))).toEqual([]);
  });

  it('include every route outside /config and /dados, except the listed additions', () => {
    const unknown = addresses
      .filter(({ path: each }) => !/^\/(config|dados)\//.test(each))
      .map(({ method, path: each }) => `${method} ${shapeOf(each)}`)
      .filter((each) => !documented.has(each) && !OURS.has(each));
    expect(unknown).toEqual([]);
  });
});

/** A path with its parameter names removed. */
function shapeOf(address: string): string {
  return address.replace(/\{\w+\}/g, '{}');
}

interface Place {
  at: string;
  schema: TSchema;
}

const branchesOf = (schema: TSchema): TSchema[] => [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];

/** Every property below a schema, including those of its lists and alternatives. */
function fieldsOf(schema: TSchema, at: string): Place[] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([key, field]) => [
    { at: `${at}.${key}`, schema: field },
    ...fieldsOf(field, `${at}.${key}`),
  ]);
  const items = schema.items ? fieldsOf(schema.items as TSchema, `${at}[]`) : [];
  return [...own, ...items, ...branchesOf(schema).flatMap((each) => fieldsOf(each, at))];
}

function objectsOf(schema: TSchema, at: string): Place[] {
  const places = [{ at, schema }, ...fieldsOf(schema, at).flatMap((place) => [place, ...itemsOf(place)])];
  return places.filter((place) => place.schema.type === 'object');
}

const itemsOf = ({ at, schema }: Place): Place[] =>
  [...(schema.items ? [schema.items as TSchema] : []), ...branchesOf(schema)].map((each) => ({
    at: `${at}[]`,
    schema: each,
  }));

/** A group needs no title of its own, but its fields do; a nullable schema has its title inside. */
const isTitled = (schema: TSchema): boolean =>
  Boolean(schema.title) || schema.properties !== undefined || branchesOf(schema).some(isTitled);

function isBounded(schema: TSchema): boolean {
  if (schema.anyOf) return (schema.anyOf as TSchema[]).every(isBounded);
  if (schema.type === 'array') return schema.maxItems !== undefined && isBounded(schema.items as TSchema);
  if (schema.type !== 'string') return true;
  return (
    [schema.maxLength, schema.const, schema.format].some((each) => each !== undefined) || endsBounded(schema)
  );
}

/** An anchored pattern without an open-ended repetition also bounds its text. */
const endsBounded = ({ pattern }: TSchema): boolean =>
  typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern);
