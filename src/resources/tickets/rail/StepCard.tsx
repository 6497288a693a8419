import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import PauseCircleOutlined from '@mui/icons-material/PauseCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { ticketResult } from '#contract/catalogs/ticketStatus.ts';
import type { PickupStatus } from '#contract/catalogs/transport.ts';
import { ticketPromise } from '#contract/rules/tickets/ticketPromise.ts';
import { isClosed, pausesDue } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad } from '#data/session.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { DueDate } from '../DueDate.tsx';
import {
  MoveMenu,
  type MoveMenuItem,
  mainMove,
  sideTransitions,
  waitingText,
} from '../moves/MoreActions.tsx';
import { TakeButton } from '../moves/TakeButton.tsx';
import { transitionKey } from '../moves/transitions.ts';
import { type OpenMove, requirementOf } from '../moves/useMoveSession.ts';
import { wizardPerson } from '../shared/draft/wizardPerson.ts';
import { PriorityMark } from '../shared/PriorityMark.tsx';
import { shownStatus } from '../shared/ticketReader.ts';
import { StepMap } from './StepMap.tsx';

const ChangeDueButton = lazyScreen(() => import('../due/ChangeDueButton.tsx'), 'ChangeDueButton');

interface StepCardProps {
  ticket: Ticket;
  consumer: boolean;
  onMove: (move: OpenMove) => void;
  /** On a phone the map is in a tab of its own. */
  withMap?: boolean;
}

/** The current step, its due time, and the main button to move the ticket on. */
export function StepCard({ ticket, consumer, onMove, withMap = true }: StepCardProps) {
  return (
    <Paper component="section" variant="outlined" aria-label="Situação e etapa" sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 1 }}>
        <StatusChip value={ticket.status} catalog={shownStatus()} />
        <PriorityMark value={ticket.prioridade} />
        {ticket.resultado && <StatusChip value={ticket.resultado} catalog={ticketResult} />}
      </Box>
      <Typography variant="h2" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {ticket.etapaAtual.descricao}
      </Typography>
      <StepDue ticket={ticket} consumer={consumer} />
      {ticket.motivoFinalizacao && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {ticket.motivoFinalizacao}
          {ticket.finalizadoEm && (
            <>
              {' · '}
              <RelativeDate value={ticket.finalizadoEm} exact />
            </>
          )}
        </Typography>
      )}
      <Box sx={{ mt: 3, '&:empty': { display: 'none' } }}>
        <NextStep ticket={ticket} consumer={consumer} onMove={onMove} />
        <PickupWay ticket={ticket} />
        <TakeButton ticket={ticket} sx={{ mt: 2, width: '100%' }} />
      </Box>
      {withMap && (
        <Box sx={{ mt: 3 }}>
          <StepMap ticket={ticket} />
        </Box>
      )}
    </Paper>
  );
}

/** A link to what the step 'Coleta' is waiting for: the pickup to be generated, or the one the ticket is in. */
function PickupWay({ ticket }: { ticket: Ticket }) {
  const { can } = useCan();
  if (requirementOf(ticket) !== 'COLETA' || !can('SAC_COLETAS')) return null;
  const { coleta } = ticket;
  if (coleta)
    return coleta.status === 'CONFIRMADA' ? null : (
      <Way to={`/coletas/${coleta.id}`}>Abrir a coleta {coleta.id}</Way>
    );
  return can('COLETAS_GERAR') ? <Way to={`/coletas/gerar?ticket=${ticket.id}`}>Gerar coleta</Way> : null;
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button component={Link} to={to} variant="outlined" fullWidth sx={{ mt: 2 }}>
    {children}
  </Button>
);

/** The step's due time; when the clock is paused, says why. To a consumer it is told as what they may expect. */
function StepDue({ ticket, consumer }: { ticket: Ticket; consumer: boolean }) {
  const { can } = useCan();
  if (isClosed(ticket.status as TicketStatus)) return null;
  const isPaused = ticket.prazoPausado || pausesDue(ticket.status as TicketStatus);
  const mayChange = can('TICKETS_RESPONDER_INTERNO') && !ticket.arquivado && !isPaused;
  const promise = consumer ? promiseOf(ticket) : '';
  if (promise) return <Line>{promise}</Line>;
  if (ticket.prazoPausado)
    return (
      <Line>
        <PauseCircleOutlined aria-hidden sx={{ fontSize: 16 }} />
        Prazo pausado: aguarda o cliente
      </Line>
    );
  const change = mayChange && (
    <Suspense>
      <ChangeDueButton ticket={ticket} />
    </Suspense>
  );
  if (!ticket.prazo) return <Line>Sem prazo nesta etapa{change}</Line>;
  return (
    <Line>
      <span>
        Prazo: <DueDate value={ticket.prazo} status={ticket.status} soon={ticket.vencendo} />
      </span>
      {change}
    </Line>
  );
}

function promiseOf({ status, prazo, coleta, filial }: Ticket): string {
  return ticketPromise({
    status: status as TicketStatus,
    due: prazo,
    pickup: coleta && { status: coleta.status as PickupStatus, scheduledFor: coleta.agendadaPara ?? null },
    now: Date.now(),
    zone: wizardPerson(currentInitialLoad()).zoneOf(filial.idFil),
  });
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <Typography
    component="div"
    variant="body2"
    sx={{ mt: 1, color: (t) => t.vars.palette.components.textoSecundario }}
  >
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      {children}
    </Box>
  </Typography>
);

interface NextStepProps {
  ticket: Ticket;
  consumer: boolean;
  onMove: (move: OpenMove) => void;
}

/** One main button for the next step, with the alternatives in its menu; without the right to take it, says who has it. */
function NextStep({ ticket, consumer, onMove }: NextStepProps) {
  const reasonId = useId();
  const main = mainMove(ticket);
  const others = otherMoves(ticket, onMove);
  const waits = waitingText(ticket, consumer);
  if (!main && ticket.acoes.reabrir)
    return (
      <Button variant="outlined" fullWidth onClick={() => onMove({ kind: 'reabrir' })}>
        Reabrir
      </Button>
    );
  if (!main) return waits && <Quiet>{waits}</Quiet>;
  return (
    <>
      <ButtonGroup variant="contained" fullWidth aria-label="Próxima etapa">
        <Button
          disabled={main.blocked !== null}
          aria-describedby={main.blocked ? reasonId : undefined}
          onClick={() => onMove({ kind: 'avancar' })}
          sx={{ lineHeight: 1.3 }}
        >
          {main.label}
        </Button>
        {others.length > 0 && <OtherWays items={others} />}
      </ButtonGroup>
      {main.blocked && <Quiet id={reasonId}>{main.blocked}</Quiet>}
    </>
  );
}

function OtherWays({ items }: { items: readonly MoveMenuItem[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        aria-label="Outros caminhos"
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ width: 36, minWidth: 36, flex: 'none', px: 0 }}
      >
        <ArrowDropDown />
      </Button>
      <MoveMenu label="Outros caminhos" anchor={anchor} items={items} onClose={() => setAnchor(null)} />
    </>
  );
}

function otherMoves(ticket: Ticket, onMove: NextStepProps['onMove']): MoveMenuItem[] {
  const aside = sideTransitions(ticket).map((transition) => ({
    key: transitionKey(transition),
    label: transition.rotulo,
    second: `Para ${transition.descricao}`,
    onChoose: () => onMove({ kind: 'avancar', transition: transitionKey(transition) }),
  }));
  const back = { key: 'retroceder', label: 'Voltar etapa', onChoose: () => onMove({ kind: 'retroceder' }) };
  return ticket.acoes.retroceder ? [...aside, back] : aside;
}

const Quiet = ({ id, children }: { id?: string; children: string }) => (
  <Typography id={id} variant="body2" sx={{ mt: 2, color: (t) => t.vars.palette.components.textoSecundario }}>
    {children}
  </Typography>
);
