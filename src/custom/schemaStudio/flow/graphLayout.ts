import { graphlib, layout } from '@dagrejs/dagre';
import { type PointerEvent, type RefObject, useState } from 'react';
import type { Flow } from '#contract/rules/flows/flow.ts';
import type { FlowActions } from './useFlowActions.ts';

interface GraphPoint {
  x: number;
  y: number;
}
export interface GraphNode extends GraphPoint {
  key: string;
  index: number;
}
export interface GraphEdge {
  /** Index of the transition in the flow. */
  index: number;
  points: GraphPoint[];
  label: GraphPoint;
}
interface FlowGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  width: number;
  height: number;
}

export const NODE = { width: 176, height: 56 } as const;
const LABEL = { width: 128, height: 20 } as const;
const NO_LABEL = { width: 8, height: 12 } as const;

/**
 * Positions of all steps and transitions, from top to bottom. Transitions to missing steps are left out. Labels on all
 * transitions take three times the width; without them, even a large flow fits beside its editor.
 */
export function flowGraph(flow: Flow, withWords: boolean): FlowGraph {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 32, edgesep: 12, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  const keys = new Set(flow.etapas.map(({ chave }) => chave));
  for (const { chave } of flow.etapas) graph.setNode(chave, { ...NODE });
  const drawn = flow.transicoes.flatMap((transition, index) =>
    keys.has(transition.de) && keys.has(transition.para) && transition.de !== transition.para
      ? [{ transition, index }]
      : [],
  );
  for (const { transition, index } of drawn)
    graph.setEdge(
      transition.de,
      transition.para,
      // Keeps standard transitions straight; the others give way to them.
      { ...(withWords ? LABEL : NO_LABEL), labelpos: 'c', weight: transition.tipo === 'PADRAO' ? 4 : 1 },
      String(index),
    );
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    nodes: flow.etapas.flatMap(({ chave }, index) => {
      const at = graph.node(chave) as unknown as GraphPoint;
      return keys.delete(chave) ? [{ key: chave, index, x: at.x, y: at.y }] : [];
    }),
    edges: drawn.map(({ transition, index }) => {
      const edge = graph.edge(transition.de, transition.para, String(index)) as unknown as GraphPoint & {
        points: GraphPoint[];
      };
      return { index, points: edge.points, label: { x: edge.x, y: edge.y } };
    }),
    width,
    height,
  };
}

/** A path through the points, rounded at each one except the ends. */
export function smoothPath(points: readonly GraphPoint[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const last = rest.at(-1) ?? first;
  const middles = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    const end = index === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${round(point.x)},${round(point.y)} ${round(end.x)},${round(end.y)}`;
  });
  return [
    `M${round(first.x)},${round(first.y)}`,
    ...(middles.length > 0 ? middles : [`L${round(last.x)},${round(last.y)}`]),
  ].join(' ');
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Breaks a text into at most two lines of the given length; whatever does not fit is replaced with '…'. */
export function twoLines(text: string, most: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    const longer = line ? `${line} ${word}` : word;
    if (longer.length <= most || line === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const cut = (line: string, more: boolean) =>
    line.length > most || more ? `${line.slice(0, most - 1).trimEnd()}…` : line;
  return lines.slice(0, 2).map((line, index) => cut(line, index === 1 && lines.length > 2));
}

/** Drawing a transition with the pointer, from a step's grip to another step, or to an empty place for a new step. */
export function useLinkDrag(svg: RefObject<SVGSVGElement | null>, actions: FlowActions) {
  const [line, setLine] = useState<{ from: GraphPoint; to: GraphPoint } | null>(null);
  const pointAt = ({ clientX, clientY }: PointerEvent): GraphPoint => {
    const matrix = svg.current?.getScreenCTM?.()?.inverse();
    return matrix
      ? { x: matrix.a * clientX + matrix.e, y: matrix.d * clientY + matrix.f }
      : { x: clientX, y: clientY };
  };
  return {
    line,
    grip: (key: string, from: GraphPoint) => ({
      onPointerDown: (event: PointerEvent) => {
        event.preventDefault();
        event.stopPropagation();
        (event.target as Element).setPointerCapture?.(event.pointerId);
        actions.startLink(key);
        setLine({ from, to: from });
      },
      onPointerMove: (event: PointerEvent) =>
        setLine((before) => before && { ...before, to: pointAt(event) }),
      onPointerUp: (event: PointerEvent) => {
        const moved = line && Math.hypot(line.to.x - line.from.x, line.to.y - line.from.y) > DRAGGED;
        setLine(null);
        // A plain click on the grip leaves the target to the next click.
        if (!moved) return;
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const step = under?.closest('[data-step]')?.getAttribute('data-step') ?? null;
        if (step !== null || (under && svg.current?.contains(under))) actions.link(step);
        else actions.endLink();
      },
      onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
    }),
  };
}

/** Pixels that the pointer must move before a press counts as drawing. */
const DRAGGED = 12;
