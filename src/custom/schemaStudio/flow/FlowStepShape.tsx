import type { FlowStep } from '#contract/rules/flows/flow.ts';
import type { useLinkDrag } from './graphLayout.ts';
import { type GraphNode, NODE, twoLines } from './graphLayout.ts';

interface FlowStepShapeProps {
  step: FlowStep;
  node: GraphNode;
  state: 'now' | 'done' | 'next' | undefined;
  isChosen: boolean;
  isFocusable: boolean;
  isWrong: boolean;
  onChoose: () => void;
  /** Absent where no transition may start. */
  grip: ReturnType<ReturnType<typeof useLinkDrag>['grip']> | undefined;
}

/** A step as a box; a transition is drawn from the dot below it. */
export function FlowStepShape({ step, node, state, grip, ...props }: FlowStepShapeProps) {
  const lines = twoLines(step.descricao || step.chave, 22);
  const second = `${step.setor}${step.prazo_horas_uteis ? ` · ${step.prazo_horas_uteis} h` : ''}`;
  const corner = `translate(${node.x - NODE.width / 2},${node.y - NODE.height / 2})`;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button */}
      <g
        className="node"
        role="button"
        tabIndex={props.isFocusable ? 0 : -1}
        aria-label={`${lines.join(' ')}${STATE_LABELS[state ?? 'other']}`}
        aria-description={second}
        aria-current={state === 'now' ? 'step' : undefined}
        aria-pressed={props.isChosen}
        data-at={`/etapas/${node.index}`}
        data-step={step.chave}
        data-state={state}
        data-tone={nodeTone(step)}
        data-wrong={props.isWrong || undefined}
        transform={corner}
        onClick={(event) => {
          event.stopPropagation();
          props.onChoose();
        }}
      >
        <title>{step.descricao}</title>
        <rect className="body" width={NODE.width} height={NODE.height} rx="8" />
        <rect className="strip" width="4" height={NODE.height - 16} x="6" y="8" rx="2" />
        {lines.map((line, at) => (
          <text key={line} x="18" y={lines.length === 1 ? 25 : 18 + at * 15}>
            {/* The space separates two lines that are read as one. */}
            {at < lines.length - 1 ? `${line} ` : line}
          </text>
        ))}
        {grip && (
          <g className="grip" aria-hidden transform={`translate(${NODE.width / 2},${NODE.height})`} {...grip}>
            <circle className="reach" r="14" />
            <circle className="dot" r="7" />
            <path d="M-3,0 H3 M0,-3 V3" />
          </g>
        )}
      </g>
      {/* Outside the button, so that the button's name is the step's name only. */}
      <text className="second" aria-hidden transform={corner} x="18" y={lines.length === 1 ? 42 : 48}>
        {second}
      </text>
    </>
  );
}

const STATE_LABELS = {
  now: ', o ticket está aqui',
  done: ', já passou',
  next: ', vem pela frente',
  other: '',
};

/** The colour of a step's strip, which shows what the step is waiting for. */
function nodeTone({ terminal, status_ao_entrar }: FlowStep): string {
  if (terminal) return 'end';
  if (status_ao_entrar === 'AGUARDANDO_CLIENTE' || status_ao_entrar === 'AGUARDANDO_TERCEIRO')
    return 'waiting';
  return status_ao_entrar === 'ABERTO' ? 'open' : 'work';
}
