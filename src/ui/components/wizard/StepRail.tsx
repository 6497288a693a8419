import CheckOutlined from '@mui/icons-material/CheckOutlined';
import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useIsNarrow } from '../../theme/windowWidth.ts';

const LABELS = { current: 'passo atual', done: 'concluído', problem: 'precisa de correção', todo: 'a fazer' };

/** A step as shown in the rail. */
export interface RailStep {
  key: string;
  label: string;
  /** A one-line summary of its answers; '' if there are none. */
  summary: string;
  state: keyof typeof LABELS;
  /** Whether it can be navigated to from here. */
  reachable: boolean;
}

interface StepRailProps {
  steps: readonly RailStep[];
  onGo: (key: string) => void;
}

/** The steps with their state and a summary of their answers; on a phone, a single line with the step number. */
export function StepRail({ steps, onGo }: StepRailProps) {
  const phone = useIsNarrow();
  const at = steps.findIndex(({ state }) => state === 'current');
  if (phone) return <StepProgress step={at + 1} of={steps.length} />;
  return (
    <Rail aria-label="Passos">
      <ol>
        {steps.map(({ key, ...step }, index) => (
          <Step key={key} {...step} number={index + 1} onGo={() => onGo(key)} />
        ))}
      </ol>
    </Rail>
  );
}

type StepProps = Omit<RailStep, 'key'> & { number: number; onGo: () => void };

function Step({ label, summary, state, reachable, number, onGo }: StepProps) {
  return (
    <li data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      <button type="button" disabled={!reachable} onClick={onGo}>
        <span className="mark" aria-hidden>
          {state === 'done' ? <CheckOutlined /> : state === 'problem' ? <PriorityHighOutlined /> : number}
        </span>
        <span className="what">
          <span className="label">{label}</span>
          {summary && <span className="summary">{summary}</span>}
          <span className="state">{LABELS[state]}</span>
        </span>
      </button>
    </li>
  );
}

const Rail = styled('nav')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    position: 'relative',
    flex: 'none',
    width: 248,
    overflow: 'auto',
    padding: '16px 12px',
    backgroundColor: components.lateral,
    borderRight: `1px solid ${components.linha}`,
    '& ol': { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 2 },
    '& button': {
      font: 'inherit',
      display: 'flex',
      gap: 10,
      width: '100%',
      padding: '8px 10px',
      border: 0,
      borderRadius: 8,
      textAlign: 'left',
      color: components.textoSecundario,
      background: 'none',
    },
    '& button:enabled': { cursor: 'pointer' },
    '& button:enabled:hover': { backgroundColor: components.realce },
    '& button:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    '& .mark': {
      flex: 'none',
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      width: 22,
      height: 22,
      borderRadius: 11,
      fontSize: 12,
      fontWeight: 600,
      border: `1px solid ${components.campo}`,
    },
    '& .mark svg': { fontSize: 14 },
    '& .what': { minWidth: 0, display: 'grid' },
    '& .label': { fontSize: 13, lineHeight: '18px', fontWeight: 500, padding: '2px 0' },
    '& .summary': {
      fontSize: 12,
      lineHeight: '16px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .state': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& [data-state=current] button': { backgroundColor: components.selecionado, color: components.texto },
    '& [data-state=current] .mark': {
      color: actions.primaria.contrast,
      backgroundColor: actions.primaria.main,
      borderColor: actions.primaria.main,
    },
    '& [data-state=current] .label': { fontWeight: 600 },
    '& [data-state=done] .label': { color: components.texto },
    '& [data-state=done] .mark': {
      color: actions.sucesso.text,
      backgroundColor: actions.sucesso.soft,
      borderColor: actions.sucesso.soft,
    },
    '& [data-state=problem] .mark': {
      color: actions.perigo.text,
      backgroundColor: actions.perigo.soft,
      borderColor: actions.perigo.text,
    },
  };
});

interface StepProgressProps {
  /** Counted from 1. */
  step: number;
  of: number;
}

/** The phone's progress line: 'Passo 2 de 6'. */
function StepProgress({ step, of }: StepProgressProps) {
  return (
    <Box sx={{ px: 4, pt: 3 }}>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        Passo {step} de {of}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={`Passo ${step} de ${of}`}
        value={(step / of) * 100}
        sx={{ mt: 2, borderRadius: 2 }}
      />
    </Box>
  );
}
