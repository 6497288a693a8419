import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { costKind, type TicketCost, ticketCostRoutes } from '#contract/sac/tickets/ticketCosts.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownZone } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Money, RelativeDate } from '#ui/components/display/Texts.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { RailSection } from '../rail/RailParts.tsx';
import { CostDialog } from './CostDialog.tsx';

type Open = { act: 'add' } | { act: 'remove' | 'email'; cost: TicketCost };

/** The ticket's costs and who pays them; for staff who handle costs. */
export function CostsPart({ ticket }: { ticket: Ticket }) {
  const params = { idTicket: ticket.id };
  const { data, error, isPending, refetch } = useRoute(ticketCostRoutes.list, { params });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const done = useCostDone(close);
  const readOnly = ticket.arquivado;
  return (
    <RailSection
      title="Custos"
      action={
        !readOnly && (
          <Button size="small" onClick={() => setOpen({ act: 'add' })}>
            Incluir custo
          </Button>
        )
      }
    >
      {isPending && <TextSkeleton lines={2} />}
      <Failure answer={{ data, error, refetch }} />
      {data?.length === 0 && (
        <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
          Nenhum custo neste ticket.
        </Typography>
      )}
      {data && data.length > 0 && (
        <>
          <Box component="ul" aria-label="Custos do ticket" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.map((cost) => (
              <CostLine
                key={cost.id}
                cost={cost}
                readOnly={readOnly}
                onEmail={() => setOpen({ act: 'email', cost })}
                onRemove={() => setOpen({ act: 'remove', cost })}
              />
            ))}
          </Box>
          {data.length > 1 && (
            <Typography variant="body2" sx={{ textAlign: 'right' }}>
              Total{' '}
              <strong>{<Money value={sumDecimals(data.map(({ valor }) => valor))} decimals={2} />}</strong>
            </Typography>
          )}
        </>
      )}
      {open?.act === 'add' && <CostDialog ticket={ticket} onDone={done} onClose={close} />}
      {open?.act === 'remove' && <RemoveCostDialog idTicket={ticket.id} cost={open.cost} onClose={close} />}
      {open?.act === 'email' && <EmailCostDialog cost={open.cost} onClose={close} />}
    </RailSection>
  );
}

/** Shows the server's message, and what the page says of the costs as they are now. */
function useCostDone(onClose: () => void) {
  const notify = useNotify();
  const refetch = useRefetch();
  return (message: string) => {
    notify(message, { type: 'success' });
    onClose();
    void refetch(ticketCostRoutes.create);
  };
}

interface RemoveCostDialogProps {
  idTicket: number;
  cost: TicketCost;
  onClose: () => void;
}

function RemoveCostDialog({ idTicket, cost, onClose }: RemoveCostDialogProps) {
  const remove = useRouteCommand(ticketCostRoutes.remove);
  const done = useCostDone(onClose);
  return (
    <ConfirmDialog
      open
      title="Remover o custo?"
      text={`${rowOf(costKind, cost.tipo).label} de ${formatMoney(cost.valor, 2)} sai do ticket. A remoção fica na linha do tempo.${
        cost.datahora_email ? ` ${cost.responsavel.nome} já recebeu a cobrança e não é avisado.` : ''
      }`}
      confirmLabel="Remover"
      tone="error"
      onConfirm={async () => {
        const { data } = await remove.mutateAsync({ params: { idTicket, idCusto: cost.id } });
        done(data.message);
      }}
      onCancel={onClose}
    />
  );
}

interface EmailCostDialogProps {
  cost: TicketCost;
  onClose: () => void;
}

/** States who will receive the e-mail, and points out if one has been sent before. */
function EmailCostDialog({ cost, onClose }: EmailCostDialogProps) {
  const { id, responsavel, valor, datahora_email } = cost;
  const send = useRouteCommand(ticketCostRoutes.sendEmail);
  const done = useCostDone(onClose);
  const to = responsavel.email
    ? `${responsavel.nome} recebe em ${responsavel.email} a cobrança de ${formatMoney(valor, 2)}, com o tipo e a descrição do custo.`
    : `${responsavel.nome} não tem e-mail no cadastro.`;
  return (
    <ConfirmDialog
      open
      title={datahora_email ? 'Cobrar outra vez?' : 'Cobrar por e-mail?'}
      text={
        datahora_email
          ? `A cobrança já foi enviada em ${formatDateTime(datahora_email, ownZone())}. ${to}`
          : to
      }
      confirmLabel={datahora_email ? 'Enviar de novo' : 'Enviar cobrança'}
      onConfirm={async () => {
        const body = datahora_email ? { reenviar: true } : {};
        const { data } = await send.mutateAsync({ params: { idCusto: id }, body });
        done(data.message);
      }}
      onCancel={onClose}
    />
  );
}

interface CostLineProps {
  cost: TicketCost;
  readOnly: boolean;
  onEmail: () => void;
  onRemove: () => void;
}

/** One cost: its type, the amount, the payer, and whether they have been asked to pay. */
function CostLine({ cost, readOnly, onEmail, onRemove }: CostLineProps) {
  const { tipo, descricao, valor, responsavel, datahora_email } = cost;
  const label = rowOf(costKind, tipo).label;
  const name = `${label}, ${formatMoney(valor, 2)}`;
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 2, pb: 3 }}
    >
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {label}
        {descricao && `: ${descricao}`}
      </Typography>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        <Money value={valor} decimals={2} />
      </Typography>
      <Typography
        variant="caption"
        sx={{ alignSelf: 'center', color: (t) => t.vars.palette.components.textoSecundario }}
      >
        {responsavel.tipo === 'EMPRESA' ? 'A empresa paga' : `${responsavel.nome} paga`}
        {datahora_email && (
          <>
            {' · cobrado '}
            <RelativeDate value={datahora_email} />
          </>
        )}
      </Typography>
      {!readOnly && (
        <span style={{ whiteSpace: 'nowrap', textAlign: 'right' }}>
          {responsavel.tipo !== 'EMPRESA' && (
            <Hint text="Cobrar por e-mail">
              <IconButton size="small" aria-label={`Cobrar por e-mail: ${name}`} onClick={onEmail}>
                <MailOutlined fontSize="small" />
              </IconButton>
            </Hint>
          )}
          <Hint text="Remover">
            <IconButton size="small" aria-label={`Remover ${name}`} onClick={onRemove}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Hint>
        </span>
      )}
    </Box>
  );
}
