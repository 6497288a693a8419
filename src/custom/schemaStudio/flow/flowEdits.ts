import type { Flow, FlowStep, FlowTransition } from '#contract/rules/flows/flow.ts';
import type { EditorProps } from '../editorProps.ts';
import { moved } from '../jsonPointer.ts';
import { keyFrom } from '../newDefinition.ts';

/** 'Nova etapa' with a key and name that no other step has. */
function newStep(flow: Flow): FlowStep {
  const takenKeys = new Set(flow.etapas.map(({ chave }) => chave));
  let number = 1;
  while (takenKeys.has(`NOVA_ETAPA_${number}`)) number += 1;
  return {
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
}

export interface FlowChoice {
  step: number | null;
  transition: number | null;
}

/**
 * Adds a step at the selected place: in the middle of a transition, or after a step on its standard transition, so that the
 * flow continues as before. With nothing selected, it goes before the first final step. Returns the new step's index.
 */
export function withNewStep(flow: Flow, { step, transition }: FlowChoice): { flow: Flow; index: number } {
  const addedStep = newStep(flow);
  const from = step === null ? undefined : flow.etapas[step];
  const standard =
    from && flow.transicoes.findIndex(({ de, tipo }) => de === from.chave && tipo === 'PADRAO');
  const split = transition ?? (standard !== undefined && standard >= 0 ? standard : null);
  const through = split === null ? undefined : flow.transicoes[split];
  const before = through ? flow.etapas.findIndex(({ chave }) => chave === through.de) : step;
  const end = flow.etapas.findIndex(({ terminal }) => terminal);
  const behind = before === null || flow.etapas[before]?.terminal ? null : before + 1;
  const index = behind ?? (end < 0 ? flow.etapas.length : end);
  const etapas = flow.etapas.toSpliced(index, 0, addedStep);
  if (!through || split === null)
    return from && !from.terminal
      ? { flow: withTransition({ ...flow, etapas }, from.chave, addedStep.chave).flow, index }
      : { flow: { ...flow, etapas }, index };
  const onward = { ...plainTransition(addedStep.chave, through.para), rotulo: through.rotulo };
  const transicoes = flow.transicoes
    .with(split, { ...through, para: addedStep.chave })
    .toSpliced(split + 1, 0, withResult(onward, through));
  const first = { ...(transicoes[split] as FlowTransition), rotulo: `Ir para ${addedStep.descricao}` };
  delete first.resultado;
  return { flow: { ...flow, etapas, transicoes: transicoes.with(split, first) }, index };
}

const plainTransition = (de: string, para: string): FlowTransition => ({
  de,
  para,
  tipo: 'PADRAO',
  rotulo: '',
  condicao: null,
  exige_motivo: false,
});

const withResult = (transition: FlowTransition, { resultado }: FlowTransition): FlowTransition =>
  resultado ? { ...transition, resultado } : transition;

/** Removes a step together with the transitions to and from it. */
export function withoutStep(flow: Flow, index: number): Flow {
  const key = flow.etapas[index]?.chave;
  return {
    ...flow,
    etapas: flow.etapas.toSpliced(index, 1),
    transicoes: flow.transicoes.filter(({ de, para }) => de !== key && para !== key),
  };
}

/**
 * Changes a step's key, and its transitions with it. A key already used by another step is refused, since their transitions
 * would get mixed up.
 */
export function withStepKey(flow: Flow, index: number, key: string): Flow {
  const old = flow.etapas[index]?.chave;
  if (old === undefined || old === key || flow.etapas.some(({ chave }) => chave === key)) return flow;
  const follow = (step: string) => (step === old ? key : step);
  return {
    ...flow,
    etapas: flow.etapas.map((step, at) => (at === index ? { ...step, chave: key } : step)),
    transicoes: flow.transicoes.map((transition) => ({
      ...transition,
      de: follow(transition.de),
      para: follow(transition.para),
    })),
  };
}

/** A transition from a step to the next one that it does not lead to yet, placed after its other transitions. */
export function withNewTransition(flow: Flow, from: string): { flow: Flow; index: number } {
  const own = flow.transicoes.filter(({ de }) => de === from);
  const after = flow.etapas.findIndex(({ chave }) => chave === from);
  const others = [...flow.etapas.slice(after + 1), ...flow.etapas.slice(0, after)];
  const target = others.find(({ chave }) => !own.some(({ para }) => para === chave)) ?? others[0];
  return withTransition(flow, from, target?.chave ?? from);
}

/** A transition between two steps, placed after the other transitions of the first. */
export function withTransition(flow: Flow, from: string, to: string): { flow: Flow; index: number } {
  const hasStandard = flow.transicoes.some(({ de, tipo }) => de === from && tipo === 'PADRAO');
  const target = flow.etapas.find(({ chave }) => chave === to);
  const transition: FlowTransition = {
    ...plainTransition(from, to),
    tipo: hasStandard ? 'CONDICIONAL' : 'PADRAO',
    rotulo: `Ir para ${target?.descricao ?? to}`.slice(0, 60),
  };
  const last = flow.transicoes.findLastIndex(({ de }) => de === from);
  const index = last < 0 ? flow.transicoes.length : last + 1;
  return { flow: { ...flow, transicoes: flow.transicoes.toSpliced(index, 0, transition) }, index };
}

/** Renames a step; its key follows as long as no ticket can refer to it. */
export function withStepName(flow: Flow, index: number, name: string, isPublished: boolean): Flow {
  const step = flow.etapas[index];
  if (!step) return flow;
  // Labels generated by the picture for the transitions to this step keep naming their target.
  const [old, next] = [step.descricao, name].map((each) => `Ir para ${each}`.slice(0, 60));
  const named = {
    ...flow,
    etapas: flow.etapas.with(index, { ...step, descricao: name }),
    transicoes: flow.transicoes.map((transition) =>
      transition.para === step.chave && transition.rotulo === old
        ? { ...transition, rotulo: next ?? '' }
        : transition,
    ),
  };
  if (isPublished) return named;
  const takenKeys = flow.etapas.filter((_, at) => at !== index).map(({ chave }) => chave);
  return withStepKey(named, index, freeKey(keyFrom('flows', name) || 'ETAPA', takenKeys));
}

function freeKey(wanted: string, taken: readonly string[]): string {
  const start = /^[A-Z]/.test(wanted) && wanted.length > 1 ? wanted : `ETAPA_${wanted}`;
  let key = start;
  for (let count = 2; taken.includes(key); count += 1) key = `${start}_${count}`;
  return key;
}

/** Moves the step within the list of steps. */
export function withStepMoved(flow: Flow, index: number, by: -1 | 1): { flow: Flow; index: number } {
  const to = index + by;
  if (to < 0 || to >= flow.etapas.length) return { flow, index };
  return { flow: { ...flow, etapas: moved(flow.etapas, index, to) }, index: to };
}

export const withoutTransition = (flow: Flow, index: number): Flow => ({
  ...flow,
  transicoes: flow.transicoes.toSpliced(index, 1),
});

/** Moves a transition among those of its step; returns its new index. */
export function withTransitionMoved(flow: Flow, index: number, step: -1 | 1): { flow: Flow; index: number } {
  const from = flow.transicoes[index]?.de;
  const places = flow.transicoes.flatMap(({ de }, at) => (de === from ? [at] : []));
  const target = places[places.indexOf(index) + step];
  if (target === undefined) return { flow, index };
  const transitions = [...flow.transicoes];
  [transitions[index], transitions[target]] = [
    transitions[target] as FlowTransition,
    transitions[index] as FlowTransition,
  ];
  return { flow: { ...flow, transicoes: transitions }, index: target };
}

/** Props shared by the parts of the flow editor. */
export interface FlowPieceProps {
  flow: Flow;
  /** Replaces the flow; with a pointer, that place becomes selected. */
  put: (flow: Flow, pointer?: string) => void;
  problems: EditorProps['problems'];
  readOnly: boolean;
}
