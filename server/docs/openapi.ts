import type { TSchema } from '@sinclair/typebox';
import { catalogue } from '../../contract/index.ts';
import { Failure, paramNames, pathsOf, permissionAt, type Route, type Routes } from '../../contract/route.ts';

type Json = Record<string, unknown>;

const TAGS: Record<string, string> = {
  session: 'Sessão',
  platform: 'Plataforma',
  emails: 'Caixa de saída',
  ticketCatalog: 'Catálogo de tickets',
  tickets: 'Tickets',
  invoices: 'Notas fiscais',
  lookups: 'Consultas',
  customers: 'Clientes',
  faq: 'FAQ',
  notices: 'Avisos',
};

/** The catalogue as an OpenAPI 3.1 document: TypeBox schemas are JSON Schema, so nothing is translated. */
export function openapi(nouns: Record<string, Routes> = catalogue): Json {
  const paths: Record<string, Json> = {};
  for (const [noun, routes] of Object.entries(nouns)) {
    for (const [name, route] of Object.entries(routes)) {
      for (const path of pathsOf(route)) {
        const area = route.areas ? `${path.split('/')[1]}.` : '';
        paths[path] = {
          ...paths[path],
          [route.method.toLowerCase()]: operation(
            { ...route, permission: permissionAt(route, path) },
            `${area}${noun}.${name}`,
            TAGS[noun] ?? noun,
          ),
        };
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Balcão',
      version: '1',
      description:
        'Atendimento (SAC) e vendas B2B. Toda chamada leva o cabeçalho App; recusas respondem {error, code, errors?}.',
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: { Failure: plain(Failure) },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'balcao_sessao' },
      },
    },
  };
}

function operation(route: Route, operationId: string, tag: string): Json {
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    'x-permissao': route.permission,
    ...(route.effect && { 'x-muda-estado': true }),
    security: route.permission === 'public' ? [] : [{ token: [] }, { cookie: [] }],
    parameters: parameters(route),
    ...(route.body && { requestBody: { required: true, content: bodyContent(route.body, route.multipart) } }),
    responses: {
      200: {
        description: 'Resposta',
        content: {
          [route.file ? 'application/octet-stream' : 'application/json']: { schema: plain(route.response) },
        },
      },
      '4XX': {
        description: 'Recusa',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function bodyContent(body: TSchema, multipart?: boolean): Json {
  const schema = plain(body);
  return { 'application/json': { schema }, ...(multipart && { 'multipart/form-data': { schema } }) };
}

function parameters(route: Route): Json[] {
  const inPath = paramNames(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: plain(route.params?.properties[name] as TSchema),
  }));
  const inQuery = Object.entries(route.query?.properties ?? {}).map(([name, schema]) => ({
    name: schema.type === 'array' ? `${name}[]` : name,
    in: 'query',
    required: route.query?.required?.includes(name) ?? false,
    schema: plain(schema),
  }));
  return [...inPath, ...inQuery, ...headers(route)];
}

/** Headers that mean something to a call. By cookie every command needs `App`; a GET that changes state always. */
function headers(route: Route): Json[] {
  const header = (name: string, description: string, required = false) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string', maxLength: 200 },
  });
  const command = route.permission !== 'public' && (route.method !== 'GET' || route.effect);
  return [
    ...(command ? [header('App', 'Sistema que faz a chamada.', route.effect)] : []),
    ...(route.idempotent
      ? [header('Idempotency-Key', 'Repetida, responde o mesmo e não faz nada outra vez.')]
      : []),
  ];
}

/** Without TypeBox's symbols. A recursive schema names itself by $id: OpenAPI resolves it from there. */
const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema));
