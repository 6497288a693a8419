import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Flow } from '../../../../contract/rules/flow.ts';
import { conditionText } from './conditionText.ts';
import { FlowSvg } from './FlowSvg.ts';
import { flowGraph, NODE, smoothPath, twoLines } from './graphLayout.ts';
import { nodeTone } from './nodeTone.ts';

interface FlowPictureProps {
  flow: Flow;
  chosen: { step: number | null; way: number | null };
  onPlace: (pointer: string) => void;
  /** Of the walk: where the sample ticket stands, where it was, and where it is to go. */
  at: string;
  passed: readonly string[];
  expected: readonly string[];
  /** Ways that are open to it. */
  open: readonly number[];
  /** A factor, or as wide as there is room. */
  zoom: number | 'fit';
  /** Words on every way, not only on those that are looked at. */
  withWords: boolean;
  /** Indexes of steps and ways that have errors. */
  wrong: { steps: ReadonlySet<number>; ways: ReadonlySet<number> };
}

/** The flow as a graph. Arrow keys go from step to step, Enter opens one. */
export function FlowPicture(props: FlowPictureProps) {
  const { flow, chosen, onPlace, at, passed, expected, open, zoom, withWords, wrong } = props;
  const shape = shapeOf(flow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words and times move nothing; only the shape does
  const graph = useMemo(() => flowGraph(flow, withWords), [shape, withWords]);
  const svg = useRef<SVGSVGElement>(null);
  const room = useRoom(svg);
  const scale = zoom === 'fit' ? Math.min(1, Math.max(SMALLEST, (room - 2) / graph.width)) : zoom;
  const chosenKey = chosen.step === null ? null : flow.etapas[chosen.step]?.chave;
  const onKeyDown = (event: KeyboardEvent, position: number) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) {
      event.preventDefault();
      svg.current?.querySelectorAll<SVGGElement>('.node')[position + by]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onPlace(`/etapas/${graph.nodes[position]?.index}`);
    }
  };
  const focusable = graph.nodes.some(({ index }) => index === chosen.step)
    ? chosen.step
    : graph.nodes[0]?.index;
  return (
    <FlowSvg
      ref={svg}
      role="group"
      aria-label="Desenho do fluxo"
      viewBox={`0 0 ${graph.width} ${graph.height}`}
      style={{ width: graph.width * scale, height: graph.height * scale }}
    >
      <defs>
        <marker
          id="flow-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0,0 L8,4 L0,8 z" className="head" />
        </marker>
      </defs>
      {graph.edges.map(({ index, points, label }) => {
        const way = flow.transicoes[index];
        if (!way) return null;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of parts opens ways by keyboard
          <g
            key={index}
            className="way"
            data-type={way.tipo}
            data-chosen={chosen.way === index || undefined}
            data-open={open.includes(index) || undefined}
            data-wrong={wrong.ways.has(index) || undefined}
            data-told={
              withWords || chosen.way === index || open.includes(index) || way.de === chosenKey || undefined
            }
            onClick={() => onPlace(`/transicoes/${index}`)}
          >
            <title>{`${way.rotulo}. ${conditionText(way.condicao)}`}</title>
            <path className="hit" d={smoothPath(points)} />
            <path className="line" d={smoothPath(points)} markerEnd="url(#flow-arrow)" />
            <text x={label.x} y={label.y + 4}>
              {twoLines(way.rotulo, 22)[0]}
              {twoLines(way.rotulo, 22).length > 1 && '…'}
            </text>
          </g>
        );
      })}
      {graph.nodes.map(({ key, index, x, y }, position) => {
        const step = flow.etapas[index];
        if (!step) return null;
        const lines = twoLines(step.descricao || step.chave, 22);
        const state =
          key === at ? 'now' : passed.includes(key) ? 'done' : expected.includes(key) ? 'next' : undefined;
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button
          <g
            key={key}
            className="node"
            role="button"
            tabIndex={index === focusable ? 0 : -1}
            aria-label={`${step.descricao}${STATE_WORDS[state ?? 'other']}`}
            aria-current={state === 'now' ? 'step' : undefined}
            aria-pressed={chosen.step === index}
            data-state={state}
            data-tone={nodeTone(step)}
            data-wrong={wrong.steps.has(index) || undefined}
            transform={`translate(${x - NODE.width / 2},${y - NODE.height / 2})`}
            onClick={() => onPlace(`/etapas/${index}`)}
            onKeyDown={(event) => onKeyDown(event, position)}
          >
            <rect className="body" width={NODE.width} height={NODE.height} rx="8" />
            <rect className="strip" width="4" height={NODE.height - 16} x="6" y="8" rx="2" />
            {lines.map((line, at) => (
              <text key={line} x="18" y={lines.length === 1 ? 25 : 18 + at * 15}>
                {line}
              </text>
            ))}
            <text className="second" x="18" y={lines.length === 1 ? 42 : 48}>
              {step.setor}
              {step.prazo_horas_uteis ? ` · ${step.prazo_horas_uteis} h` : ''}
            </text>
          </g>
        );
      })}
    </FlowSvg>
  );
}

const STATE_WORDS = {
  now: ', o ticket está aqui',
  done: ', já passou',
  next: ', vem pela frente',
  other: '',
};

/** What the layout depends on. */
const shapeOf = ({ etapas, transicoes }: Flow) =>
  JSON.stringify([
    etapas.map(({ chave }) => chave),
    transicoes.map(({ de, para, tipo }) => [de, para, tipo]),
  ]);

/** Below this a fitted picture scrolls instead. */
const SMALLEST = 0.62;

/** Pixels that the picture's frame has for it. */
function useRoom(svg: RefObject<SVGSVGElement | null>) {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const frame = svg.current?.parentElement;
    if (!frame) return;
    const measure = () => setRoom(frame.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [svg]);
  return room;
}
