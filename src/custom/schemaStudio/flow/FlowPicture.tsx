import { styled } from '@mui/material/styles';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { conditionText } from '#contract/rules/flows/flowExpression.ts';
import { FlowStepShape } from './FlowStepShape.tsx';
import { flowGraph, type GraphEdge, NODE, smoothPath, twoLines, useLinkDrag } from './graphLayout.ts';
import type { FlowActions } from './useFlowActions.ts';
import { chosenPointer, usePictureKeys } from './useFlowActions.ts';

interface FlowPictureProps {
  flow: Flow;
  actions: FlowActions;
  /** For the walk-through: the sample ticket's current step, the steps it passed, and those still expected. */
  at: string;
  passed: readonly string[];
  expected: readonly string[];
  /** Transitions currently open to the sample ticket. */
  open: readonly number[];
  /** A scale factor, or 'fit' for the available width. */
  zoom: number | 'fit';
  /** Labels every transition, not only the selected ones. */
  withWords: boolean;
  /** Indexes of steps and transitions that have errors. */
  wrong: { steps: ReadonlySet<number>; transitions: ReadonlySet<number> };
}

/** The flow as a graph that is edited in place: selecting, connecting and reordering, by pointer and by keyboard. */
export function FlowPicture(props: FlowPictureProps) {
  const { flow, actions, at, passed, expected, zoom, withWords, wrong } = props;
  const shape = shapeOf(flow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts and times do not change the layout; only the shape does
  const graph = useMemo(() => flowGraph(flow, withWords), [shape, withWords]);
  const svg = useRef<SVGSVGElement>(null);
  const room = useRoom(svg);
  const scale = zoom === 'fit' ? Math.min(1, Math.max(MIN_SCALE, (room - 2) / graph.width)) : zoom;
  const onKeyDown = usePictureKeys(svg, flow, actions);
  const drag = useLinkDrag(svg, actions);
  const { chosen, linking } = actions;
  const first = chosenPointer(actions) || `/etapas/${graph.nodes[0]?.index}`;
  const chooseStep = (index: number) =>
    linking === null ? actions.choose(`/etapas/${index}`) : actions.linkTo(index);
  return (
    <FlowSvg
      ref={svg}
      role="group"
      aria-label="Desenho do fluxo"
      aria-description="Setas vão de etapa em etapa e, para a direita, pelos caminhos. Enter escolhe."
      data-linking={linking !== null || undefined}
      viewBox={`0 0 ${graph.width} ${graph.height}`}
      style={{ width: graph.width * scale, height: graph.height * scale }}
      onKeyDown={onKeyDown}
      onClick={() => (linking === null ? actions.choose('') : actions.link(null))}
    >
      <Arrow />
      {graph.edges.map((edge) => (
        <Transition
          key={edge.index}
          {...props}
          edge={edge}
          isFocusable={first === `/transicoes/${edge.index}`}
        />
      ))}
      {graph.nodes.map((node) => {
        const step = flow.etapas[node.index];
        if (!step) return null;
        const { key, index } = node;
        const mayBegin = !actions.readOnly && !step.terminal;
        return (
          <FlowStepShape
            key={key}
            step={step}
            node={node}
            state={
              key === at ? 'now' : passed.includes(key) ? 'done' : expected.includes(key) ? 'next' : undefined
            }
            isChosen={chosen.step === index}
            isFocusable={first === `/etapas/${index}`}
            isWrong={wrong.steps.has(index)}
            onChoose={() => chooseStep(index)}
            grip={mayBegin ? drag.grip(key, { x: node.x, y: node.y + NODE.height / 2 }) : undefined}
          />
        );
      })}
      {drag.line && (
        <path
          className="drawn"
          d={`M${drag.line.from.x},${drag.line.from.y} L${drag.line.to.x},${drag.line.to.y}`}
        />
      )}
    </FlowSvg>
  );
}

const Arrow = () => (
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
);

function Transition(props: FlowPictureProps & { edge: GraphEdge; isFocusable: boolean }) {
  const { flow, actions, edge, open, withWords, wrong, isFocusable } = props;
  const { index, points, label } = edge;
  const { chosen } = actions;
  const transition = flow.transicoes[index];
  if (!transition) return null;
  const isChosen = chosen.transition === index;
  const isOpen = open.includes(index);
  const ofChosen = chosen.step !== null && transition.de === flow.etapas[chosen.step]?.chave;
  const nameOf = (key: string) => flow.etapas.find(({ chave }) => chave === key)?.descricao ?? key;
  const words = twoLines(transition.rotulo, 22);
  return (
    <g
      className="transition"
      data-type={transition.tipo}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      data-wrong={wrong.transitions.has(index) || undefined}
      data-told={withWords || isChosen || isOpen || ofChosen || undefined}
    >
      <title>{`${transition.rotulo}. ${conditionText(transition.condicao)}`}</title>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button */}
      <g
        role="button"
        tabIndex={isFocusable ? 0 : -1}
        aria-label={`Caminho ${transition.rotulo}, de ${nameOf(transition.de)} para ${nameOf(transition.para)}`}
        aria-pressed={isChosen}
        data-at={`/transicoes/${index}`}
        onClick={(event) => {
          event.stopPropagation();
          actions.choose(`/transicoes/${index}`);
        }}
      >
        <path className="hit" d={smoothPath(points)} />
        <path className="line" d={smoothPath(points)} markerEnd="url(#flow-arrow)" />
      </g>
      {/* Truncated to fit; the button beside it has the full text. */}
      <text aria-hidden x={label.x} y={label.y + 4}>
        {words[0]}
        {words.length > 1 && '…'}
      </text>
    </g>
  );
}

/** Everything that the layout depends on. */
const shapeOf = ({ etapas, transicoes }: Flow) =>
  JSON.stringify([
    etapas.map(({ chave }) => chave),
    transicoes.map(({ de, para, tipo }) => [de, para, tipo]),
  ]);

/** Below this scale, a fitted picture scrolls instead. */
const MIN_SCALE = 0.8;

/** The width in pixels available to the picture. */
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

/** Lines, nodes and their states in the palette's colours. */
const FlowSvg = styled('svg')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    display: 'block',
    margin: '0 auto',
    fontSize: 13,
    '& .head': { fill: components.campo },
    '& text': { fill: components.texto, fontWeight: 500 },
    '& .transition': { cursor: 'pointer' },
    '& .transition .line': { fill: 'none', stroke: components.campo, strokeWidth: 1.5 },
    '& .transition .hit': { fill: 'none', stroke: 'transparent', strokeWidth: 14 },
    '& .transition[data-type=CONDICIONAL] .line': { strokeDasharray: '5 4' },
    '& .transition text': {
      pointerEvents: 'none',
      fontSize: 11,
      fontWeight: 400,
      fill: components.textoSecundario,
      textAnchor: 'middle',
      // Keeps the line from running through its own label.
      paintOrder: 'stroke',
      stroke: components.fundo,
      strokeWidth: 5,
      strokeLinejoin: 'round',
    },
    '& .transition:not([data-told], :hover) text': { visibility: 'hidden' },
    '& .transition:hover .line, & .transition[data-chosen] .line': {
      stroke: actions.primaria.main,
      strokeWidth: 2.5,
    },
    '& .transition[data-chosen] text': { fill: actions.primaria.text, fontWeight: 600 },
    '& .transition[data-open] .line': { stroke: actions.sucesso.main, strokeWidth: 2 },
    '& .transition[data-open] text': { fill: actions.sucesso.text },
    '& .transition[data-wrong] .line': { stroke: actions.perigo.main },
    '& .node': { cursor: 'pointer', outline: 'none' },
    '& .node .body': { fill: components.superficie, stroke: components.linhaForte },
    '& .node:hover .body': { fill: components.realce },
    '& .second': { pointerEvents: 'none', fontSize: 11.5, fontWeight: 400, fill: components.textoSecundario },
    '& .node .strip': { fill: actions.primaria.main },
    '& .node[data-tone=open] .strip': { fill: actions.informacao.main },
    '& .node[data-tone=waiting] .strip': { fill: actions.aviso.main },
    '& .node[data-tone=end] .strip': { fill: actions.sucesso.main },
    '& .node[data-state=done] .body': { fill: actions.sucesso.soft, stroke: actions.sucesso.text },
    '& .node[data-state=next] .body': { strokeDasharray: '4 3', stroke: actions.sucesso.text },
    '& .node[data-state=now] .body': {
      fill: actions.primaria.soft,
      stroke: actions.primaria.main,
      strokeWidth: 2,
    },
    '& .transition [role=button]': { outline: 'none' },
    '& .transition:has(:focus-visible) .line': { stroke: components.foco, strokeWidth: 4 },
    '& .transition:has(:focus-visible) text': { visibility: 'visible' },
    '& .grip': { cursor: 'crosshair', touchAction: 'none' },
    '& .grip .reach': { fill: 'transparent' },
    '& .grip .dot': { fill: actions.primaria.main },
    '& .grip path': { stroke: components.superficie, strokeWidth: 1.5 },
    '& .node:not(:hover, :focus-visible, [aria-pressed=true]) .grip': { visibility: 'hidden' },
    '& .drawn': { fill: 'none', stroke: actions.primaria.main, strokeWidth: 2, strokeDasharray: '6 4' },
    '&[data-linking] .node:hover .body': { stroke: actions.primaria.main, strokeWidth: 3 },
    '& .drawn, &[data-linking] .transition': { pointerEvents: 'none' },
    '& .node[data-wrong] .body': { stroke: actions.perigo.main, strokeWidth: 2 },
    '& .node[aria-pressed=true] .body': { stroke: components.foco, strokeWidth: 3 },
    '& .node:focus-visible .body': { stroke: components.foco, strokeWidth: 3 },
  };
});
