import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { sumDecimals } from '../../../../contract/rules/decimal.ts';
import { type TicketCost, ticketCostRoutes } from '../../../../contract/sac/ticketCosts.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { Money } from '../../../ui/components/display/Money.tsx';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { RailSection } from '../rail/RailSection.tsx';
import { CostDialog } from './CostDialog.tsx';
import { CostLine } from './CostLine.tsx';
import { EmailCostDialog } from './EmailCostDialog.tsx';
import { RemoveCostDialog } from './RemoveCostDialog.tsx';

type Open = { act: 'add' } | { act: 'remove' | 'email'; cost: TicketCost };

/** What the ticket costs and who pays; for those of the company who handle costs. */
export function CostsPart({ ticket }: { ticket: Ticket }) {
  const params = { idTicket: ticket.id };
  const { data, error, isPending, refetch } = useRoute(ticketCostRoutes.list, { params });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
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
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
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
      {open?.act === 'add' && <CostDialog ticket={ticket} onClose={close} />}
      {open?.act === 'remove' && <RemoveCostDialog idTicket={ticket.id} cost={open.cost} onClose={close} />}
      {open?.act === 'email' && <EmailCostDialog cost={open.cost} onClose={close} />}
    </RailSection>
  );
}
