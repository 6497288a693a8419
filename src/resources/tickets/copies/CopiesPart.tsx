import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { MOST_COPIES } from '#contract/rules/tickets/ticketCopies.ts';
import { type TicketCopies, ticketCopyRoutes } from '#contract/sac/tickets/ticketCopies.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { MailLink } from '#ui/components/display/ContactLinks.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton, Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { RailSection } from '../rail/RailParts.tsx';
import { isOfCompany } from '../shared/ticketReader.ts';
import { AddCopyDialog } from './AddCopyDialog.tsx';

/** Who gets every e-mail that the customer gets. People outside the company see it where there is somebody. */
export function CopiesPart({ ticket }: { ticket: Ticket }) {
  const answer = useRoute(ticketCopyRoutes.list, { params: { idTicket: ticket.id } });
  const mayChange = useCan().can('TICKETS_RESPONDER_INTERNO') && isOfCompany() && ticket.juntadoAo === null;
  const shown = answer.data?.data;
  const empty = shown ? shown.copias.length === 0 : answer.error === null;
  if (empty && !mayChange) return shown ? null : <Undecided />;
  return (
    <RailSection title="Em cópia nos e-mails">
      <Answered answer={answer} skeleton={<TextSkeleton lines={1} />}>
        {({ data }) => <Copies ticket={ticket} copies={data} mayChange={mayChange} />}
      </Answered>
    </RailSection>
  );
}

interface CopiesProps {
  ticket: Ticket;
  copies: TicketCopies;
  mayChange: boolean;
}

function Copies({ ticket, copies: { copias, propostas }, mayChange }: CopiesProps) {
  const params = { idTicket: ticket.id };
  const [adding, setAdding] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const notify = useNotify();
  const refetch = useRefetch();
  const told = {
    onSuccess: ({ data }: { data: { message: string } }) => notify(data.message, { type: 'success' }),
    onError: ({ message }: Error) => notify(message, { type: 'error' }),
    onSettled: () => refetch(ticketCopyRoutes.list),
  };
  const add = useRouteCommand(ticketCopyRoutes.add, told);
  const remove = useRouteCommand(ticketCopyRoutes.remove, told);
  const busy = add.isPending || remove.isPending;
  const { can } = useCan();
  const mayAdd = mayChange && can('TICKETS_RESPONDER') && !ticket.arquivado && copias.length < MOST_COPIES;
  // What is pressed goes away with its line.
  const stayHere = () => place.current?.focus();
  return (
    <Box ref={place} tabIndex={-1} sx={{ outline: 'none' }}>
      {copias.length === 0 && <Quiet>Só o contato recebe os e-mails deste ticket.</Quiet>}
      {copias.length > 0 && (
        <Box component="ul" aria-label="Em cópia nos e-mails" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {copias.map((copy) => (
            <CopyLine
              key={copy.id}
              copy={copy}
              disabled={busy}
              {...(mayChange && {
                onRemove: () => {
                  stayHere();
                  remove.mutate({ params: { ...params, idCopia: copy.id } });
                },
              })}
            />
          ))}
        </Box>
      )}
      {mayAdd && propostas.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Quiet>O cliente também escreveu a:</Quiet>
          {/* Two masked addresses may read alike; which one is meant is asked then. */}
          {[...new Set(propostas.map(({ email }) => email))].map((email) => (
            <Box key={email} sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
              <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {email}
              </Typography>
              <Button
                size="small"
                aria-label={`Incluir ${email} em cópia`}
                disabled={busy}
                onClick={() => {
                  stayHere();
                  add.mutate({ params, body: { email } });
                }}
              >
                Incluir
              </Button>
            </Box>
          ))}
        </Box>
      )}
      {mayAdd && can('DADOS_PESSOAIS') && (
        <Button size="small" disabled={busy} onClick={() => setAdding(true)} sx={{ px: 0 }}>
          Incluir em cópia
        </Button>
      )}
      {adding && <AddCopyDialog idTicket={ticket.id} onClose={() => setAdding(false)} />}
    </Box>
  );
}

interface CopyLineProps {
  copy: TicketCopies['copias'][number];
  disabled: boolean;
  onRemove?: () => void;
}

function CopyLine({ copy: { email, incluidoPor, recebe, chega }, disabled, onRemove }: CopyLineProps) {
  const words = [
    !recebe && 'Pediu para não receber e-mails',
    !chega && 'Os e-mails não chegam a este endereço',
    incluidoPor && `Incluído por ${incluidoPor}`,
  ].filter(Boolean);
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', minHeight: 32 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          <MailLink email={email} />
        </Typography>
        {words.length > 0 && (
          <Typography
            variant="caption"
            component="p"
            sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
          >
            {words.join(' · ')}
          </Typography>
        )}
      </Box>
      {onRemove && (
        <Hint text="Tirar da cópia">
          <IconButton
            size="small"
            aria-label={`Tirar ${email} da cópia`}
            disabled={disabled}
            onClick={onRemove}
          >
            <CloseIcon fontSize="small" />
          </IconButton>
        </Hint>
      )}
    </Box>
  );
}

const Quiet = ({ children }: { children: string }) => (
  <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
    {children}
  </Typography>
);
