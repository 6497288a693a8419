import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Flow } from '../../../../contract/rules/flows/flow.ts';
import type { FlowActions } from './useFlowActions.ts';

const STEPS = '/etapas/';
const WAYS = '/transicoes/';

/**
 * The keys of the picture: up and down from step to step, right along the ways of one and to where they lead, left
 * back; Enter chooses, and once more leads to the properties.
 */
export function usePictureKeys(svg: RefObject<SVGSVGElement | null>, flow: Flow, actions: FlowActions) {
  const wanted = useRef<string | null>(null);
  const chosen = chosenPointer(actions);
  // What was added or moved by a key keeps the focus in the picture.
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

/** What a key does; what it is done to is chosen first. */
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

/** A step that is chosen while a way is drawn is its end. */
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
  const way = transicoes[index];
  if (!way) return null;
  const stepAt = (wanted: string) => `${STEPS}${etapas.findIndex(({ chave }) => chave === wanted)}`;
  if (key === 'ArrowLeft') return stepAt(way.de);
  if (key === 'ArrowRight') return stepAt(way.para);
  if (by === 0) return null;
  const own = transicoes.flatMap(({ de }, each) => (de === way.de ? [each] : []));
  const next = own[own.indexOf(index) + by];
  return next === undefined ? null : `${WAYS}${next}`;
}

export const chosenPointer = ({ chosen: { step, way } }: FlowActions): string =>
  step !== null ? `${STEPS}${step}` : way !== null ? `${WAYS}${way}` : '';

const focusAt = (root: SVGSVGElement | null, pointer: string) =>
  root?.querySelector<SVGGElement>(`[data-at="${pointer}"]`)?.focus();
