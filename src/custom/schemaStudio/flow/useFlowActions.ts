import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import {
  type FlowChoice,
  withNewStep,
  withoutStep,
  withoutTransition,
  withStepMoved,
  withTransition,
  withTransitionMoved,
} from './flowEdits.ts';

export type FlowActions = ReturnType<typeof useFlowActions>;

/** The operations on a flow in its picture, and the current selection. */
export function useFlowActions({ value, onChange, onPlace, place, readOnly = false }: EditorProps) {
  const flow = contentOf('flows', value);
  const [from, setFrom] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const chosen = choiceAt(flow, place?.pointer);
  const step = chosen.step === null ? null : (flow.etapas[chosen.step] ?? null);
  const put = (next: { flow: Flow; index: number }, list: 'etapas' | 'transicoes', words: string) => {
    if (next.flow === flow) return;
    onChange(next.flow as unknown as Content);
    onPlace?.(`/${list}/${next.index}`);
    setSaid(words);
  };
  const nameOf = (key: string) => flow.etapas.find(({ chave }) => chave === key)?.descricao ?? key;
  const moved = (by: -1 | 1) =>
    chosen.transition === null
      ? chosen.step === null
        ? { flow, index: -1 }
        : withStepMoved(flow, chosen.step, by)
      : withTransitionMoved(flow, chosen.transition, by);
  const link = (to: string | null) => {
    setFrom(null);
    if (from === null || from === to) return;
    if (to !== null)
      return put(
        withTransition(flow, from, to),
        'transicoes',
        `Caminho de ${nameOf(from)} para ${nameOf(to)} incluído.`,
      );
    const nextFlow = withNewStep(flow, { step: null, transition: null });
    const key = nextFlow.flow.etapas[nextFlow.index]?.chave ?? '';
    put(
      { ...withTransition(nextFlow.flow, from, key), index: nextFlow.index },
      'etapas',
      'Etapa incluída e ligada.',
    );
  };
  return {
    chosen,
    readOnly,
    said,
    choose: (pointer: string, lead = false) => onPlace?.(pointer, lead),
    add: () => put(withNewStep(flow, chosen), 'etapas', 'Etapa incluída: dê um nome a ela ao lado.'),
    /** Key of the step from which a transition is being drawn. */
    linking: from,
    mayLink: !readOnly && step !== null && !step.terminal,
    startLink: (key = step?.chave ?? null) => {
      setFrom(key);
      if (key) setSaid(`Escolha para onde o caminho de ${nameOf(key)} leva. Esc desiste.`);
    },
    endLink: () => setFrom(null),
    linkTo: (index: number) => link(flow.etapas[index]?.chave ?? null),
    /** Completes the transition to an existing step, or to a new one when there is none. */
    link,
    move: (by: -1 | 1) =>
      put(
        moved(by),
        chosen.transition === null ? 'etapas' : 'transicoes',
        by < 0 ? 'Veio antes.' : 'Foi para depois.',
      ),
    mayMove: (by: -1 | 1) => !readOnly && moved(by).flow !== flow,
    mayRemove: !readOnly && (chosen.step !== null || chosen.transition !== null),
    /** Removing a step also removes its transitions, so it is confirmed first. */
    asking,
    remove: () => {
      if (chosen.transition === null) return setAsking(true);
      const source = flow.etapas.findIndex(
        ({ chave }) => chave === flow.transicoes[chosen.transition as number]?.de,
      );
      put({ flow: withoutTransition(flow, chosen.transition), index: source }, 'etapas', 'Caminho retirado.');
    },
    keepStep: () => setAsking(false),
    removeStep: () => {
      setAsking(false);
      if (chosen.step === null) return;
      onChange(withoutStep(flow, chosen.step) as unknown as Content);
      onPlace?.('');
      setSaid('Etapa retirada.');
    },
  };
}

/** The selection that a pointer refers to; null for parts that no longer exist. */
function choiceAt(flow: Flow, pointer: string | undefined): FlowChoice {
  const step = indexIn('/etapas', pointer);
  const transition = indexIn('/transicoes', pointer);
  return {
    step: step !== null && flow.etapas[step] ? step : null,
    transition: transition !== null && flow.transicoes[transition] ? transition : null,
  };
}

const STEPS = '/etapas/';
const WAYS = '/transicoes/';

/**
 * Keyboard control of the picture: up and down move between steps, right goes along a step's transitions and on to their
 * targets, left goes back; Enter selects, and a second Enter moves to the properties.
 */
export function usePictureKeys(svg: RefObject<SVGSVGElement | null>, flow: Flow, actions: FlowActions) {
  const wanted = useRef<string | null>(null);
  const chosen = chosenPointer(actions);
  // Adding or moving a part by keyboard keeps the focus in the picture.
  useEffect(() => {
    if (wanted.current === null || wanted.current === chosen) return;
    wanted.current = null;
    focusAt(svg.current, chosen);
  }, [svg, chosen]);
  return (event: KeyboardEvent) => {
    const at = (event.target as Element).closest('[data-at]')?.getAttribute('data-at') ?? '';
    if (!at) return;
    const edit = editKeys(event, at, chosen, actions);
    if (edit) {
      event.preventDefault();
      wanted.current = chosen;
      edit();
      return;
    }
    const next = event.altKey ? null : neighbour(flow, at, event.key);
    if (next === null) return;
    event.preventDefault();
    focusAt(svg.current, next);
  };
}

/** The edit that a key triggers. Only the selected part can be edited, so it must be selected first. */
function editKeys(
  event: KeyboardEvent,
  at: string,
  chosen: string,
  actions: FlowActions,
): (() => void) | null {
  const { key, altKey } = event;
  if (key === 'Escape' && actions.linking !== null) return actions.endLink;
  if (key === 'Enter' || key === ' ') return () => pick(at, chosen, actions);
  if (actions.readOnly || at !== chosen) return null;
  if (key === 'Insert') return actions.add;
  if (key.toLowerCase() === 'l' && actions.mayLink) return () => actions.startLink();
  if (key === 'Delete') return actions.remove;
  if (altKey && key === 'ArrowUp') return () => actions.move(-1);
  if (altKey && key === 'ArrowDown') return () => actions.move(1);
  return null;
}

/** A step picked while a transition is being drawn becomes its target. */
function pick(at: string, chosen: string, actions: FlowActions) {
  const step = at.startsWith(STEPS) ? Number(at.slice(STEPS.length)) : null;
  if (actions.linking !== null && step !== null) actions.linkTo(step);
  else actions.choose(at, at === chosen);
}

function neighbour({ etapas, transicoes }: Flow, at: string, key: string): string | null {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
  if (at.startsWith(STEPS)) {
    const index = Number(at.slice(STEPS.length));
    if (by !== 0) return etapas[index + by] ? `${STEPS}${index + by}` : null;
    const own = transicoes.findIndex(({ de }) => de === etapas[index]?.chave);
    return key === 'ArrowRight' && own >= 0 ? `${WAYS}${own}` : null;
  }
  const index = Number(at.slice(WAYS.length));
  const transition = transicoes[index];
  if (!transition) return null;
  const stepAt = (wanted: string) => `${STEPS}${etapas.findIndex(({ chave }) => chave === wanted)}`;
  if (key === 'ArrowLeft') return stepAt(transition.de);
  if (key === 'ArrowRight') return stepAt(transition.para);
  if (by === 0) return null;
  const own = transicoes.flatMap(({ de }, each) => (de === transition.de ? [each] : []));
  const next = own[own.indexOf(index) + by];
  return next === undefined ? null : `${WAYS}${next}`;
}

export const chosenPointer = ({ chosen: { step, transition } }: FlowActions): string =>
  step !== null ? `${STEPS}${step}` : transition !== null ? `${WAYS}${transition}` : '';

const focusAt = (root: SVGSVGElement | null, pointer: string) =>
  root?.querySelector<SVGGElement>(`[data-at="${pointer}"]`)?.focus();
