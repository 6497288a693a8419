import { isExpression, MAX_DEPTH } from '../../expression/tree.ts';
import { type FileProblem, repeatedProblems } from '../problem.ts';
import { mayFollow } from '../tickets/ticketTransitions.ts';
import type { Flow, FlowStep, FlowTransition } from './flow.ts';
import { type FactKind, type FactValue, type FlowCondition, flowFact } from './flowCondition.ts';

/**
 * Errors in a flow (docs/domain.md 3) beyond those found by its meta-schema: repeated keys, no or several initial steps, an
 * unreachable step, a path that cannot end, transitions from or to unknown steps, a transition to a status that may not
 * follow, a condition that can never hold.
 */
export function flowProblems(flow: Flow): FileProblem[] {
  return [
    ...repeatedProblems(
      'A chave',
      flow.etapas.map(({ chave }, index) => [`/etapas/${index}/chave`, chave]),
    ),
    ...initialProblems(flow),
    ...flow.etapas.flatMap((step, index) => stepProblems(step, `/etapas/${index}`)),
    ...flow.transicoes.flatMap((transition, index) => transitionProblems(transition, index, flow)),
    ...flow.transicoes.flatMap(({ condicao }, index) =>
      conditionProblems(condicao, `/transicoes/${index}/condicao`),
    ),
    ...reachProblems(flow),
  ];
}

function initialProblems({ etapas }: Flow): FileProblem[] {
  const initial = etapas.filter(({ inicial }) => inicial).length;
  if (initial === 1) return [];
  const found = initial === 0 ? 'nenhuma' : String(initial);
  return [{ pointer: '/etapas', message: `Marque exatamente uma etapa como inicial; hoje há ${found}.` }];
}

function stepProblems(step: FlowStep, pointer: string): FileProblem[] {
  const name = step.chave;
  const checks: [boolean, string, string][] = [
    [
      step.inicial && step.terminal,
      '/terminal',
      `A etapa ${name} não pode ser inicial e terminal. Desmarque uma das duas.`,
    ],
    [
      step.terminal !== (step.status_ao_entrar === 'FINALIZADO'),
      '/status_ao_entrar',
      `Use o status FINALIZADO nas etapas terminais, e só nelas (etapa ${name}).`,
    ],
    [
      step.terminal && step.exigencia !== null,
      '/exigencia',
      `A etapa terminal ${name} não pode ter exigência. Use null.`,
    ],
  ];
  return [
    ...checks.flatMap(([wrong, key, message]) => (wrong ? [{ pointer: pointer + key, message }] : [])),
    ...askedProblems(step, `${pointer}/campos`),
  ];
}

/** Whether the fields exist only the database knows. */
function askedProblems({ campos = [], chave, terminal }: FlowStep, pointer: string): FileProblem[] {
  if (terminal && campos.length > 0)
    return [{ pointer, message: `Da etapa terminal ${chave} o ticket não sai, e ela não pede campos.` }];
  return repeatedProblems(
    'O campo',
    campos.map((field, index) => [`${pointer}/${index}/chave`, field.chave]),
  );
}

function transitionProblems(
  transition: FlowTransition,
  index: number,
  { etapas, transicoes }: Flow,
): FileProblem[] {
  const { de, para, tipo } = transition;
  const from = etapas.find(({ chave }) => chave === de);
  const to = etapas.find(({ chave }) => chave === para);
  const hidden = transicoes
    .slice(0, index)
    .some((other) => other.de === de && other.tipo === 'PADRAO' && !other.condicao && tipo === 'PADRAO');
  const checks: [boolean, string, string][] = [
    [!from, '/de', `A etapa ${de} não existe. Use a chave de uma etapa deste fluxo.`],
    [!to, '/para', `A etapa ${para} não existe. Use a chave de uma etapa deste fluxo.`],
    [de === para, '/para', `A transição de ${de} leva a ela mesma. Escolha outro destino.`],
    [
      from !== undefined && to !== undefined && !from.terminal && !statusFits(from, to),
      '/para',
      `O status ${to?.status_ao_entrar} não pode vir depois de ${from?.status_ao_entrar}. Mude o status_ao_entrar de uma das etapas.`,
    ],
    [from?.terminal ?? false, '/de', `A etapa ${de} é terminal e não pode ter saída. Retire a transição.`],
    [
      hidden,
      '/condicao',
      `Outra transição PADRAO de ${de}, sem condição, vem antes desta. Mude a ordem ou dê uma condição à primeira.`,
    ],
  ];
  return checks.flatMap(([wrong, key, message]) =>
    wrong ? [{ pointer: `/transicoes/${index}${key}`, message }] : [],
  );
}

/** A step may keep the status, or change it to one that may follow (docs/domain.md 2). */
const statusFits = (from: FlowStep, to: FlowStep): boolean =>
  from.status_ao_entrar === to.status_ao_entrar || mayFollow(from.status_ao_entrar, to.status_ao_entrar);

function reachProblems({ etapas, transicoes }: Flow): FileProblem[] {
  const reached = closure(
    keysOf(etapas, 'inicial'),
    transicoes.map(({ de, para }) => [de, para]),
  );
  const ending = closure(
    keysOf(etapas, 'terminal'),
    transicoes.map(({ de, para }) => [para, de]),
  );
  return etapas.flatMap(({ chave }, index) => {
    const pointer = `/etapas/${index}`;
    if (!reached.has(chave))
      return [
        {
          pointer,
          message: `Nenhum caminho chega à etapa ${chave}. Crie uma transição para ela ou retire-a.`,
        },
      ];
    if (!ending.has(chave))
      return [
        {
          pointer,
          message: `A partir da etapa ${chave} o ticket nunca termina. Crie um caminho até uma etapa terminal.`,
        },
      ];
    return [];
  });
}

const keysOf = (steps: readonly FlowStep[], mark: 'inicial' | 'terminal'): string[] =>
  steps.filter((step) => step[mark]).map(({ chave }) => chave);

/** All keys that can be reached from the given ones along the edges. */
function closure(start: readonly string[], edges: readonly (readonly [string, string])[]): Set<string> {
  const found = new Set(start);
  const open = [...start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const [from, to] of edges) {
      if (from !== key || found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  }
  return found;
}

/** Comparisons that can never hold because the fact has a different type of value, and trees that are none. */
function conditionProblems(condition: FlowCondition | null | undefined, pointer: string): FileProblem[] {
  if (!condition) return [];
  if ('expressao' in condition)
    return isExpression(condition.expressao)
      ? []
      : [
          {
            pointer: `${pointer}/expressao`,
            message: `Isto não é uma expressão, ou tem mais de ${MAX_DEPTH} níveis.`,
          },
        ];
  for (const joiner of ['todas', 'alguma', 'nenhuma'] as const) {
    const parts = joiner in condition ? (condition as Record<string, FlowCondition[]>)[joiner] : undefined;
    if (parts)
      return parts.flatMap((part, index) => conditionProblems(part, `${pointer}/${joiner}/${index}`));
  }
  return 'fato' in condition ? comparisonProblems(condition, pointer) : [];
}

type Comparison = Extract<FlowCondition, { fato: unknown }>;

function comparisonProblems(comparison: Comparison, pointer: string): FileProblem[] {
  const kind = flowFact.find(({ value }) => value === comparison.fato)?.kind;
  if (!kind) return [{ pointer: `${pointer}/fato`, message: `O fato ${comparison.fato} não existe.` }];
  return Object.entries(comparison)
    .filter(([key, value]) => key !== 'fato' && kindOf(value) !== kind)
    .map(([key]) => ({
      pointer: `${pointer}/${key}`,
      message: `O fato ${comparison.fato} só se compara com ${kindText[kind]}.`,
    }));
}

const kindText: Record<FactKind, string> = {
  SIM_NAO: 'true ou false',
  NUMERO: 'um número',
  TEXTO: 'um texto',
};

function kindOf(value: FactValue): FactKind {
  if (typeof value === 'boolean') return 'SIM_NAO';
  return typeof value === 'number' ? 'NUMERO' : 'TEXTO';
}
