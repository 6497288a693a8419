import { useState } from 'react';
import type { Flow } from '../../../../contract/rules/flows/flow.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import {
  type FlowChoice,
  withNewStep,
  withoutStep,
  withoutWay,
  withStepMoved,
  withWay,
  withWayMoved,
} from './flowEdits.ts';

export type FlowActions = ReturnType<typeof useFlowActions>;

/** What may be done to a flow in its picture, with what is chosen there. */
export function useFlowActions({ value, onChange, onPlace, place, readOnly = false }: EditorProps) {
  const flow = value as unknown as Flow;
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
    chosen.way === null
      ? chosen.step === null
        ? { flow, index: -1 }
        : withStepMoved(flow, chosen.step, by)
      : withWayMoved(flow, chosen.way, by);
  const link = (to: string | null) => {
    setFrom(null);
    if (from === null || from === to) return;
    if (to !== null)
      return put(
        withWay(flow, from, to),
        'transicoes',
        `Caminho de ${nameOf(from)} para ${nameOf(to)} incluído.`,
      );
    const made = withNewStep(flow, { step: null, way: null });
    const key = made.flow.etapas[made.index]?.chave ?? '';
    put({ ...withWay(made.flow, from, key), index: made.index }, 'etapas', 'Etapa incluída e ligada.');
  };
  return {
    chosen,
    readOnly,
    said,
    choose: (pointer: string, lead = false) => onPlace?.(pointer, lead),
    add: () => put(withNewStep(flow, chosen), 'etapas', 'Etapa incluída: dê um nome a ela ao lado.'),
    /** The step that a way is being drawn from. */
    linking: from,
    mayLink: !readOnly && step !== null && !step.terminal,
    startLink: (key = step?.chave ?? null) => {
      setFrom(key);
      if (key) setSaid(`Escolha para onde o caminho de ${nameOf(key)} leva. Esc desiste.`);
    },
    endLink: () => setFrom(null),
    linkTo: (index: number) => link(flow.etapas[index]?.chave ?? null),
    /** To a step, or where there is none to a new one. */
    link,
    move: (by: -1 | 1) =>
      put(
        moved(by),
        chosen.way === null ? 'etapas' : 'transicoes',
        by < 0 ? 'Veio antes.' : 'Foi para depois.',
      ),
    mayMove: (by: -1 | 1) => !readOnly && moved(by).flow !== flow,
    mayRemove: !readOnly && (chosen.step !== null || chosen.way !== null),
    /** A step takes its ways along, so it is asked about. */
    asking,
    remove: () => {
      if (chosen.way === null) return setAsking(true);
      const source = flow.etapas.findIndex(
        ({ chave }) => chave === flow.transicoes[chosen.way as number]?.de,
      );
      put({ flow: withoutWay(flow, chosen.way), index: source }, 'etapas', 'Caminho retirado.');
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

/** What a pointer chooses; nothing of what is gone. */
function choiceAt(flow: Flow, pointer: string | undefined): FlowChoice {
  const step = indexIn('/etapas', pointer);
  const way = indexIn('/transicoes', pointer);
  return {
    step: step !== null && flow.etapas[step] ? step : null,
    way: way !== null && flow.transicoes[way] ? way : null,
  };
}
