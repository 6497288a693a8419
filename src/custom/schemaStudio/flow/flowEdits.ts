import type { Flow, FlowStep, FlowTransition } from '../../../../contract/rules/flow.ts';

/** A step that is not there yet, before the first that ends; answers its index too. */
export function withNewStep(flow: Flow): { flow: Flow; index: number } {
  const keys = new Set(flow.etapas.map(({ chave }) => chave));
  let number = 1;
  while (keys.has(`NOVA_ETAPA_${number}`)) number += 1;
  const end = flow.etapas.findIndex(({ terminal }) => terminal);
  const index = end < 0 ? flow.etapas.length : end;
  const step: FlowStep = {
    chave: `NOVA_ETAPA_${number}`,
    descricao: `Nova etapa ${number}`,
    setor: flow.etapas[0]?.setor ?? 'SAC',
    exigencia: null,
    status_ao_entrar: 'EM_ATENDIMENTO',
    prazo_horas_uteis: 8,
    permissao: null,
    permite_retroceder: true,
    inicial: false,
    terminal: false,
  };
  return { flow: { ...flow, etapas: flow.etapas.toSpliced(index, 0, step) }, index };
}

/** A step goes with the ways to and from it. */
export function withoutStep(flow: Flow, index: number): Flow {
  const key = flow.etapas[index]?.chave;
  return {
    ...flow,
    etapas: flow.etapas.toSpliced(index, 1),
    transicoes: flow.transicoes.filter(({ de, para }) => de !== key && para !== key),
  };
}

/** Ways follow a key that changes. A key that another step has already is refused: its ways would be mixed up. */
export function withStepKey(flow: Flow, index: number, key: string): Flow {
  const old = flow.etapas[index]?.chave;
  if (old === undefined || old === key || flow.etapas.some(({ chave }) => chave === key)) return flow;
  const follow = (step: string) => (step === old ? key : step);
  return {
    ...flow,
    etapas: flow.etapas.map((step, at) => (at === index ? { ...step, chave: key } : step)),
    transicoes: flow.transicoes.map((way) => ({ ...way, de: follow(way.de), para: follow(way.para) })),
  };
}

/** A way from a step to the next one that it does not lead to yet; behind its other ways. */
export function withNewWay(flow: Flow, from: string): { flow: Flow; index: number } {
  const own = flow.transicoes.filter(({ de }) => de === from);
  const after = flow.etapas.findIndex(({ chave }) => chave === from);
  const others = [...flow.etapas.slice(after + 1), ...flow.etapas.slice(0, after)];
  const target = others.find(({ chave }) => !own.some(({ para }) => para === chave)) ?? others[0];
  const way: FlowTransition = {
    de: from,
    para: target?.chave ?? from,
    tipo: own.some(({ tipo }) => tipo === 'PADRAO') ? 'CONDICIONAL' : 'PADRAO',
    rotulo: `Ir para ${target?.descricao ?? from}`.slice(0, 60),
    condicao: null,
    exige_motivo: false,
  };
  const last = flow.transicoes.findLastIndex(({ de }) => de === from);
  const index = last < 0 ? flow.transicoes.length : last + 1;
  return { flow: { ...flow, transicoes: flow.transicoes.toSpliced(index, 0, way) }, index };
}

export const withoutWay = (flow: Flow, index: number): Flow => ({
  ...flow,
  transicoes: flow.transicoes.toSpliced(index, 1),
});

/** The way of a step moved among that step's own; answers where it stands now. */
export function withWayMoved(flow: Flow, index: number, step: -1 | 1): { flow: Flow; index: number } {
  const from = flow.transicoes[index]?.de;
  const places = flow.transicoes.flatMap(({ de }, at) => (de === from ? [at] : []));
  const target = places[places.indexOf(index) + step];
  if (target === undefined) return { flow, index };
  const ways = [...flow.transicoes];
  [ways[index], ways[target]] = [ways[target] as FlowTransition, ways[index] as FlowTransition];
  return { flow: { ...flow, transicoes: ways }, index: target };
}
