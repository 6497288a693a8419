import CheckOutlined from '@mui/icons-material/CheckOutlined';
import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { WizardStepRow } from '../../../../contract/catalogs/wizardStep.ts';
import { stepOfField } from '../state/stepState.ts';
import { stepSummary } from '../state/stepSummary.ts';
import { useWizard, type Wizard } from '../state/wizardContext.ts';
import { StepProgress } from './StepProgress.tsx';

/** The steps with their state and what was chosen in each; on a phone, one line that counts them. */
export function StepRail() {
  const phone = useMediaQuery('(max-width: 899.95px)', { noSsr: true });
  const wizard = useWizard();
  if (phone) return <StepProgress />;
  return (
    <Rail aria-label="Passos">
      <ol>
        {wizard.steps.map((row, index) => (
          <Step key={row.value} row={row} number={index + 1} wizard={wizard} />
        ))}
      </ol>
    </Rail>
  );
}

interface StepProps {
  row: WizardStepRow;
  number: number;
  wizard: Wizard;
}

const WORDS = { current: 'passo atual', done: 'concluído', problem: 'precisa de correção', todo: 'a fazer' };

function Step({ row, number, wizard }: StepProps) {
  const state = stateOf(row, number - 1, wizard);
  const summary = stepSummary(row.value, wizard.draft);
  const reachable = state !== 'current' && wizard.canGoTo(row.value);
  return (
    <li data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      <button type="button" disabled={!reachable} onClick={() => wizard.goTo(row.value)}>
        <span className="mark" aria-hidden>
          {state === 'done' ? <CheckOutlined /> : state === 'problem' ? <PriorityHighOutlined /> : number}
        </span>
        <span className="what">
          <span className="label">{row.label}</span>
          {summary && <span className="summary">{summary}</span>}
          <span className="state">{WORDS[state]}</span>
        </span>
      </button>
    </li>
  );
}

/** Done: before the current one, or filled in and reachable. */
function stateOf({ value }: WizardStepRow, index: number, wizard: Wizard): keyof typeof WORDS {
  const { steps, step, draft, refused } = wizard;
  const refusedHere = Object.keys(refused).some((field) => stepOfField(field, steps) === value);
  if (value === step) return 'current';
  if (refusedHere) return 'problem';
  const at = steps.findIndex((row) => row.value === step);
  const filled = stepSummary(value, draft) !== '' && wizard.canGoTo(steps[index + 1]?.value ?? value);
  return index < at || filled ? 'done' : 'todo';
}

const Rail = styled('nav')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
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
