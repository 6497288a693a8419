import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { catalogue } from '#contract/index.ts';
import { Failure, paramNames, pathsOf, permissionAt, type Route, type Routes } from '#contract/route.ts';
import { Components, type Json, parametersOf, shareParameters } from './components.ts';
import { nounTags } from './tags.ts';

/** A call at one of its addresses. */
interface Mounted {
  route: Route;
  path: string;
  operationId: string;
  noun: string;
}

/**
 * The catalogue as an OpenAPI 3.1 document. TypeBox schemas are JSON Schema, so nothing is translated. Schemas that the
 * contract exports become components of the same name, and what calls share (refusals, parameters) is written once.
 */
export function openapi(nouns: Record<string, Routes> = catalogue): Json {
  const components = new Components();
  const failure = components.refer(Failure);
  const paths = pathItems(mountedOf(nouns), components);
  const parameters = shareParameters(Object.values(paths).flatMap((item) => Object.values(item)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Balcão',
      version: '1',
      description:
        'Atendimento (SAC) e vendas B2B. Todo pedido leva o cabeçalho App; recusas respondem {error, code, errors?}. Sem a permissão DADOS_PESSOAIS, documentos, telefones, e-mails, endereços e nascimentos vêm mascarados, também em listas exportadas e relatórios; papéis com eles são recusados (403). Uma máscara que volta como foi mostrada mantém o que está guardado. Um trecho fixo de um caminho vale antes de um parâmetro no mesmo lugar.',
      license: { name: 'Todos os direitos reservados', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'Esta instalação' }],
    // Applies to every call that does not override it.
    security: [{ token: [] }, { cookie: [] }],
    tags: Object.keys(nouns).map((noun) => ({ name: noun, ...nounTags[noun] })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components.used).sort(byName)),
      responses: refusalResponses(failure),
      parameters,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'balcao_sessao' },
      },
    },
  };
}

const mountedOf = (nouns: Record<string, Routes>): Mounted[] =>
  Object.entries(nouns).flatMap(([noun, routes]) =>
    Object.entries(routes).flatMap(([name, route]) =>
      pathsOf(route).map((path) => ({
        route: { ...route, permission: permissionAt(route, path) },
        path,
        operationId: `${route.areas ? `${path.split('/')[1]}.` : ''}${noun}.${name}`,
        noun,
      })),
    ),
  );

/** Groups calls with the same address under one path, whatever each of them names its parameters. */
function pathItems(mounted: Mounted[], components: Components): Record<string, Record<string, Json>> {
  const byShape = new Map<string, Mounted[]>();
  for (const call of mounted) {
    const shape = call.path.replace(/\{\w+\}/g, '{}');
    byShape.set(shape, [...(byShape.get(shape) ?? []), call]);
  }
  const items = [...byShape.values()].map((calls) => {
    const names = commonNames(calls.map(({ path }) => paramNames(path)));
    let index = 0;
    const path = (calls[0] as Mounted).path.replace(/\{\w+\}/g, () => `{${names[index++]}}`);
    return [
      path,
      Object.fromEntries(
        calls.map((call) => [call.route.method.toLowerCase(), operation(call, names, components)]),
      ),
    ] as const;
  });
  return Object.fromEntries(items.sort(byName));
}

/** `{acao}` and `{idLote}` in the same position become `{acaoOuIdLote}`. */
const commonNames = (names: string[][]): string[] =>
  (names[0] ?? []).map((_, place) =>
    [...new Set(names.map((each) => each[place] as string))]
      .map((name, index) => (index ? `Ou${name[0]?.toUpperCase()}${name.slice(1)}` : name))
      .join(''),
  );

function operation({ route, operationId, noun }: Mounted, pathNames: string[], components: Components): Json {
  const content = route.body && { schema: components.referAs(bodyName(operationId), route.body) };
  const answer = { schema: components.refer(route.response) };
  const parameters = parametersOf(route, pathNames, components);
  return {
    operationId,
    tags: [noun],
    summary: route.summary,
    description: describe(route),
    'x-permissao': route.permission,
    ...(route.changesState && { 'x-muda-estado': true }),
    ...(route.permission === 'public' && { security: [] }),
    ...(parameters.length && { parameters }),
    ...(content && {
      requestBody: {
        required: true,
        content: { 'application/json': content, ...(route.multipart && { 'multipart/form-data': content }) },
      },
    }),
    responses: {
      200: {
        description: route.summary,
        content: { [route.file ? 'application/octet-stream' : 'application/json']: answer },
      },
      ...refusalsOf(route),
    },
  };
}

/** `pickups.update` takes a `PickupsUpdateBody`; a call mounted in two areas uses the same name for both. */
const bodyName = (operationId: string) =>
  `${operationId
    .split('.')
    .slice(-2)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('')}Body`;

/** Describes a call beyond its shapes, as far as the contract contains the information. */
function describe({ permission, permissionBy, query, body, ...route }: Route): string {
  const named = permissionNames[permission as keyof typeof permissionNames];
  const sentences = [
    permission === 'public'
      ? 'Não pede sessão.'
      : permission === 'session'
        ? 'Pede apenas uma sessão.'
        : `Pede a permissão ${permission} (${named}).`,
    permissionBy && `O valor de ${permissionBy.param} pede outra, além dessa.`,
    route.personal && 'Pede também DADOS_PESSOAIS.',
    route.changesState && 'Muda o estado, embora seja GET: não deve ser repetido nem guardado.',
    route.recentProof &&
      `${route.recentProof === 'newEmail' ? 'Para um e-mail novo, pede' : 'Pede'} que a sessão tenha confirmado há menos de 15 minutos quem está nela; senão, 403 CONFIRMACAO_NECESSARIA.`,
    route.idempotent && 'Repetido com a mesma Idempotency-Key, responde o mesmo e nada muda outra vez.',
    body?.properties.versao && 'Com `versao`, responde 409 quando outra pessoa mudou o registro depois dela.',
    query?.properties.cursor && 'Páginas vizinhas se pedem por `cursor`, com a chave que a página trouxe.',
    query?.properties.filter &&
      'Dialeto simple-REST: `filter`, `range` e `sort` em JSON, total em Content-Range.',
    route.multipart && 'Aceita também multipart/form-data.',
    route.cacheMinutes && `A resposta vale ${route.cacheMinutes} minutos.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);

/** The reasons why a call may be refused, worded for the caller. */
const REFUSALS = {
  400: ['Ilegivel', 'O pedido não pôde ser lido: o endereço ou o JSON está malformado.'],
  401: ['SemSessao', 'Ninguém entrou, ou a sessão terminou.'],
  403: ['SemPermissao', 'Falta a permissão, ou o cabeçalho App em um pedido que muda algo.'],
  404: ['NaoEncontrado', 'Não existe, ou está fora do alcance de quem pede: as duas respostas são iguais.'],
  409: ['Conflito', 'Outra pessoa mudou o registro antes; `atual`, quando vem, é o que agora vale.'],
  413: ['Grande', 'O envio passa do tamanho aceito.'],
  415: ['FormatoRecusado', 'O formato do envio não é aceito.'],
  422: ['Invalido', 'Um campo ou uma regra recusa o pedido; `errors` diz o porquê de cada campo.'],
  429: ['MuitosPedidos', 'Pedidos demais; o cabeçalho Retry-After diz quantos segundos aguardar.'],
  '5XX': [
    'Indisponivel',
    'Sobrecarga ou banco de dados sem resposta (503: Retry-After diz quando tentar), ou disco cheio (507: nada foi gravado).',
  ],
} as const satisfies Record<string, readonly [name: string, description: string]>;

type Status = keyof typeof REFUSALS;
const STATUSES = Object.keys(REFUSALS) as unknown as Status[];

/** The statuses that a call may answer beside its own: what it takes and changes decides. */
function refusalStatuses(route: Route): Status[] {
  const changes = route.method !== 'GET' || Boolean(route.changesState);
  const open = route.permission === 'public';
  const when: Record<Status, boolean> = {
    400: Boolean(route.body),
    401: !open,
    403: !open,
    404: paramNames(route.path).length > 0 || changes,
    409: changes,
    413: Boolean(route.multipart),
    415: Boolean(route.multipart),
    422: Boolean(route.query || route.body) || changes,
    429: true,
    '5XX': true,
  };
  return STATUSES.filter((status) => when[status]);
}

/** The error statuses that a call may return, depending on its input and on whether it changes anything. */
const refusalsOf = (route: Route): Json => ({
  ...Object.fromEntries(
    refusalStatuses(route).map((status) => [status, { $ref: refusalRef(REFUSALS[status][0]) }]),
  ),
  default: { $ref: refusalRef('Recusa') },
});

const refusalRef = (name: string) => `#/components/responses/${name}`;

/** A call's refusals, each by its name; any other error has the same body. */
function refusalResponses(failure: unknown): Json {
  const response = (description: string, waits = false) => ({
    description,
    ...(waits && { headers: { 'Retry-After': { description: 'Segundos', schema: { type: 'integer' } } } }),
    content: { 'application/json': { schema: failure } },
  });
  const named = STATUSES.map((status) => [
    REFUSALS[status][0],
    response(REFUSALS[status][1], String(status) === '429' || status === '5XX'),
  ]);
  return {
    ...Object.fromEntries(named),
    Recusa: response('Qualquer outra recusa ou falha; `requestId` a encontra no registro.'),
  };
}
