import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonChecked from '@mui/icons-material/RadioButtonChecked';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import SubdirectoryArrowRight from '@mui/icons-material/SubdirectoryArrowRight';
import { styled } from '@mui/material/styles';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';

type Step = Ticket['etapas'][number];

/** Words for people who do not see the icon. */
const STATE_LABELS: Record<Step['situacao'], string> = {
  FEITA: 'feita',
  ATUAL: 'etapa atual',
  PROXIMA: 'próxima',
  CONDICIONAL: 'se preciso',
  FUTURA: 'depois',
};
/** States that are visually clear from the position in the list; their words are for screen readers only. */
const SPOKEN_ONLY = new Set<Step['situacao']>(['FUTURA', 'FEITA', 'ATUAL']);

/**
 * The flow as a small map: done, current and coming steps. A step that may or may not be reached is set apart, and shown only
 * if the current step leads to it. A closed ticket shows the steps it went through.
 */
export function StepMap({ ticket }: { ticket: Ticket }) {
  const steps = shownSteps(ticket);
  return (
    <List>
      {steps.map(({ chave, descricao, situacao }) => (
        <li key={chave} data-state={situacao} aria-current={situacao === 'ATUAL' ? 'step' : undefined}>
          <StepIcon situation={situacao} />
          <span>{descricao}</span>
          <small className={SPOKEN_ONLY.has(situacao) ? 'spoken' : undefined}>{STATE_LABELS[situacao]}</small>
        </li>
      ))}
    </List>
  );
}

function shownSteps({ etapas, transicoes, status }: Ticket): Step[] {
  const passed = ({ situacao }: Step) => situacao === 'FEITA' || situacao === 'ATUAL';
  if (isClosed(status as TicketStatus)) return etapas.filter(passed);
  const leadsTo = new Set(transicoes.map(({ para }) => para));
  return etapas.filter(({ situacao, chave }) => situacao !== 'CONDICIONAL' || leadsTo.has(chave));
}

function StepIcon({ situation }: { situation: Step['situacao'] }) {
  if (situation === 'FEITA') return <CheckCircle aria-hidden />;
  if (situation === 'CONDICIONAL') return <SubdirectoryArrowRight aria-hidden />;
  return situation === 'ATUAL' ? <RadioButtonChecked aria-hidden /> : <RadioButtonUnchecked aria-hidden />;
}

const List = styled('ol')(({ theme: { vars } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: 13,
  '& li': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 26,
    color: vars.palette.components.textoSecundario,
  },
  // The line between consecutive certain steps.
  '& li:not(:last-of-type):not([data-state=CONDICIONAL])::before': {
    content: '""',
    position: 'absolute',
    left: 7.5,
    top: 21,
    height: 10,
    width: 1,
    backgroundColor: vars.palette.components.linhaForte,
  },
  '& svg': { fontSize: 16, flex: 'none' },
  '& span': { flex: 1, minWidth: 0 },
  '& small': { fontSize: 12 },
  '& .spoken': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' },
  '& li[data-state=FEITA] svg': { color: vars.palette.actions.sucesso.text },
  '& li[data-state=ATUAL]': { color: vars.palette.components.texto, fontWeight: 600 },
  '& li[data-state=ATUAL] svg': { color: vars.palette.actions.primaria.text },
  '& li[data-state=CONDICIONAL]': { paddingLeft: 16, fontSize: 12, fontStyle: 'italic' },
}));
