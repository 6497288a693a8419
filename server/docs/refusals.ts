import { paramNames, type Route } from '../../contract/route.ts';
import type { Json } from './components.ts';

/** What a call may be refused for, in the words of whoever calls it. */
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
  503: [
    'Indisponivel',
    'Sobrecarga ou banco de dados sem resposta; o cabeçalho Retry-After diz quando tentar.',
  ],
  507: ['SemEspaco', 'O servidor está sem espaço em disco e nada gravou.'],
} as const satisfies Record<number, readonly [name: string, description: string]>;

type Status = keyof typeof REFUSALS;

/** The statuses that a call may answer beside its own: what it takes and changes decides. */
function refusalStatuses(route: Route): Status[] {
  const changes = route.method !== 'GET' || Boolean(route.effect);
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
    503: true,
    507: changes,
  };
  return (Object.keys(when).map(Number) as Status[]).filter((status) => when[status]);
}

/** The refusals of a call, each by its name; what no rule foresees has the same body. */
export const refusalsOf = (route: Route): Json => ({
  ...Object.fromEntries(
    refusalStatuses(route).map((status) => [status, { $ref: refusalRef(REFUSALS[status][0]) }]),
  ),
  default: { $ref: refusalRef('Recusa') },
});

const refusalRef = (name: string) => `#/components/responses/${name}`;

/** The named responses, all of one body. */
export function refusalResponses(failure: unknown): Json {
  const response = (description: string, waits = false) => ({
    description,
    ...(waits && { headers: { 'Retry-After': { description: 'Segundos', schema: { type: 'integer' } } } }),
    content: { 'application/json': { schema: failure } },
  });
  const named = (Object.keys(REFUSALS).map(Number) as Status[]).map((status) => [
    REFUSALS[status][0],
    response(REFUSALS[status][1], status === 429 || status === 503),
  ]);
  return {
    ...Object.fromEntries(named),
    Recusa: response('Qualquer outra recusa ou falha; `requestId` a encontra no registro.'),
  };
}
