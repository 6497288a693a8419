import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { Permission } from '#contract/permissions.ts';
import type { StepRequirement } from '#contract/rules/flows/flow.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { MoveKind } from './moveInput.ts';
import { openSteps, standardTransition, type Transition } from './transitions.ts';
import { type OpenMove, requirementOf } from './useMoveSession.ts';
import { asksFields } from './useStepFields.ts';

const SplitDialog = lazyScreen(() => import('../split/SplitDialog.tsx'), 'SplitDialog');
const SnoozeDialog = lazyScreen(() => import('../snooze/SnoozeDialog.tsx'), 'SnoozeDialog');
const MergeDialog = lazyScreen(() => import('../merge/MergeDialog.tsx'), 'MergeDialog');

interface MoreActionsProps {
  ticket: Ticket;
  onMove: (move: OpenMove) => void;
}

/** Actions for the ticket other than the next step. */
export function MoreActions({ ticket, onMove }: MoreActionsProps) {
  const { can } = useCan();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState<'merge' | 'split' | 'snooze' | null>(null);
  const moves = menuMoves(ticket, can);
  const snoozes = open(ticket) && can('TICKETS_RESPONDER_INTERNO');
  if (moves.length === 0 && !snoozes && !ticket.acoes.juntar && !ticket.acoes.dividir) return null;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<MoreHoriz />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Ações
      </Button>
      <MoveMenu
        label={ticketWording('Ações do ticket')}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        items={[
          ...(snoozes
            ? [
                {
                  key: 'adiar',
                  label: ticket.adiadoAte === null ? 'Adiar' : 'Mudar o adiamento',
                  onChoose: () => setOpened('snooze'),
                },
              ]
            : []),
          ...(ticket.acoes.juntar
            ? [
                {
                  key: 'juntar',
                  label: ticketWording('Juntar com outro ticket'),
                  onChoose: () => setOpened('merge'),
                },
              ]
            : []),
          ...(ticket.acoes.dividir
            ? [
                {
                  key: 'dividir',
                  label: ticketWording('Dividir ticket'),
                  onChoose: () => setOpened('split'),
                },
              ]
            : []),
          ...moves.map(({ kind, label, blocked }) => ({
            key: kind,
            label: ticketWording(label),
            second: ticketWording(blocked ?? '') || undefined,
            disabled: blocked !== null,
            danger: kind === 'cancelar',
            onChoose: () => onMove({ kind }),
          })),
        ]}
      />
      {opened === 'snooze' && (
        <Suspense>
          <SnoozeDialog ticket={ticket} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {opened === 'split' && (
        <Suspense>
          <SplitDialog ticket={ticket} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {opened === 'merge' && (
        <Suspense>
          <MergeDialog
            leading={ticket.id}
            onClose={() => setOpened(null)}
            onMerged={(lead) => lead !== ticket.id && navigate(`/tickets/${lead}`)}
          />
        </Suspense>
      )}
    </>
  );
}

interface MenuMove {
  kind: MoveKind;
  label: string;
  /** Why it is currently unavailable. */
  blocked: string | null;
}

interface Offer {
  kind: MoveKind;
  label: string;
  permission: Permission;
  /** Whether the action makes sense for the ticket at all. */
  when: (ticket: Ticket) => boolean;
  blocked: string;
}

const open = (ticket: Ticket) => !isClosed(ticket.status as TicketStatus) && !ticket.arquivado;

const closed = (ticket: Ticket) => isClosed(ticket.status as TicketStatus) && !ticket.arquivado;

const OFFERS: readonly Offer[] = [
  {
    kind: 'finalizar',
    label: 'Finalizar',
    permission: 'TICKETS_FINALIZAR',
    // When the next step is final, the main button already does this.
    when: (ticket) => open(ticket) && standardTransition(ticket)?.terminal !== true,
    blocked: 'Não é possível finalizar nesta etapa',
  },
  {
    kind: 'reclassificar',
    label: 'Mudar o tipo',
    permission: 'TICKETS_RECLASSIFICAR',
    when: open,
    blocked: 'Não é possível nesta etapa',
  },
  {
    kind: 'cancelar',
    label: 'Cancelar ticket',
    permission: 'TICKETS_CANCELAR',
    when: open,
    blocked: 'Só antes da análise',
  },
  {
    kind: 'reabrir',
    label: 'Reabrir',
    permission: 'TICKETS_REABRIR',
    when: (ticket) => closed(ticket) && ticket.status !== 'CANCELADO',
    blocked: 'O prazo para reabrir terminou',
  },
  {
    kind: 'reabrir',
    label: 'Reabrir',
    permission: 'TICKETS_REABRIR',
    when: (ticket) => closed(ticket) && ticket.status === 'CANCELADO',
    blocked: 'Um ticket cancelado só volta pela supervisão',
  },
  {
    kind: 'arquivar',
    label: 'Arquivar',
    permission: 'TICKETS_ARQUIVAR',
    when: closed,
    blocked: 'Só depois de encerrado',
  },
  {
    kind: 'desarquivar',
    label: 'Desarquivar',
    permission: 'TICKETS_ARQUIVAR',
    when: ({ arquivado }) => arquivado,
    blocked: 'Não é possível agora',
  },
];

/** The page menu's moves: hidden without the permission, otherwise disabled with a reason. */
const menuMoves = (ticket: Ticket, can: (permission: Permission) => boolean): MenuMove[] =>
  OFFERS.filter(({ permission, when }) => can(permission) && when(ticket)).map(
    ({ kind, label, blocked }) => ({
      kind,
      label,
      blocked: ticket.acoes[kind] ? null : blocked,
    }),
  );

export interface MoveMenuItem {
  key: string;
  label: string;
  /** Secondary text: the target, or why it cannot be chosen. */
  second?: string | undefined;
  disabled?: boolean;
  danger?: boolean;
  /** Absent for what only says something. */
  onChoose?: () => void;
}

interface MoveMenuProps {
  label: string;
  anchor: HTMLElement | null;
  items: readonly MoveMenuItem[];
  onClose: () => void;
}

/** Disabled items stay focusable, so that screen reader users learn the reason. */
export const MoveMenu = ({ label, anchor, items, onClose }: MoveMenuProps) => (
  <Menu
    anchorEl={anchor}
    open={Boolean(anchor)}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    slotProps={{ list: { 'aria-label': label }, paper: { sx: { maxWidth: 320, mt: 1 } } }}
  >
    {items.map(({ key, label: text, second, disabled = false, danger = false, onChoose }) => (
      <MenuItem
        key={key}
        aria-disabled={disabled}
        onClick={() => {
          if (disabled) return;
          onClose();
          onChoose?.();
        }}
        sx={({ vars: { palette } }) => ({
          whiteSpace: 'normal',
          ...(danger && !disabled && { color: palette.actions.perigo.text }),
          ...(disabled && { color: palette.components.textoFraco, cursor: 'default' }),
        })}
      >
        <ListItemText
          primary={text}
          secondary={second}
          slotProps={{ secondary: { variant: 'caption', color: 'inherit' } }}
        />
      </MenuItem>
    ))}
  </Menu>
);

/** Labels for a step's work: the button that opens its form says so, and the form's own button where the ticket goes. */
const WORK: Record<StepRequirement, string> = {
  ANALISE_DEVOLUCAO: 'Analisar a devolução',
  ENVIO_NF_DEVOLUCAO: 'Registrar a nota de devolução',
  COLETA: 'Registrar chegada',
  CONFERENCIA_DEVOLUCAO: 'Conferir a devolução',
  PRORROGACAO_LOGISTICA: 'Responder pela logística',
  PRORROGACAO_FINANCEIRO: 'Decidir a prorrogação',
};

interface MainMove {
  label: string;
  /** Why it cannot be pressed now. */
  blocked: string | null;
}

/** The next step as a single button; `null` for people who may not take it, and for a closed ticket. */
export function mainMove(ticket: Ticket): MainMove | null {
  if (!ticket.acoes.avancar) return null;
  const requirement = requirementOf(ticket);
  const standard = standardTransition(ticket);
  // A pickup has no form; the next transition only waits for it.
  const opensForm = requirement !== null && requirement !== 'COLETA';
  const label = opensForm ? WORK[requirement] : (standard?.rotulo ?? 'Avançar');
  return { label, blocked: requirement === 'COLETA' ? pickupBlocks(ticket) : null };
}

/**
 * The next step, where going there asks nothing of the person: neither data nor a reason, and it does not end the ticket.
 * `null` where the dialog of the move is needed, or the person may not take it.
 */
export function plainMove(ticket: Ticket): Transition | null {
  const main = mainMove(ticket);
  const requirement = requirementOf(ticket);
  const standard = standardTransition(ticket);
  const asks = (requirement !== null && requirement !== 'COLETA') || asksFields(ticket);
  if (!main || main.blocked || !standard || asks || standard.exige_motivo || standard.terminal) return null;
  return standard;
}

/** The next transition opens once the pickup is confirmed (docs/domain.md 3). */
function pickupBlocks({ coleta }: Ticket): string | null {
  if (!coleta) return 'Este ticket ainda não está em nenhuma coleta. Gere a coleta e confirme-a.';
  return coleta.status === 'CONFIRMADA' ? null : `A coleta ${coleta.id} ainda não foi confirmada.`;
}

/** The open transitions other than the standard one. */
export const sideTransitions = (ticket: Ticket): Transition[] =>
  ticket.acoes.avancar ? openSteps(ticket).filter(({ tipo }) => tipo === 'CONDICIONAL') : [];

/** Replaces the button: says who is expected to move the ticket on. */
export function waitingText(ticket: Ticket, consumer: boolean): string | null {
  if (ticket.status === 'FINALIZADO' || ticket.status === 'CANCELADO' || ticket.acoes.avancar) return null;
  if (ticket.arquivado) return null;
  if (consumer)
    return ticket.status === 'AGUARDANDO_CLIENTE'
      ? 'Aguardamos a sua resposta na conversa.'
      : 'Estamos cuidando da sua solicitação. Avisaremos por aqui.';
  const sector = ticket.etapas.find(({ situacao }) => situacao === 'ATUAL')?.setor;
  return `Quem trabalha na etapa '${ticket.etapaAtual.descricao}'${sector ? ` (${sector})` : ''} leva o ticket adiante.`;
}
