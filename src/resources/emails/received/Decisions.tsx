import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ReceivedEmail, receivedEmailRoutes } from '#contract/config/emails.ts';
import { field } from '#contract/field.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { customerOption } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { Button } from '#ui/components/Button.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { receivedState } from './receivedState.ts';

type Requested = 'assign' | 'open' | 'discard';

/**
 * Assigns the e-mail to a ticket, opens one from it, or discards it. A refusal stays in the dialog with the server's message.
 */
export function Decisions({ email }: { email: ReceivedEmail }) {
  const [requested, setRequested] = useState<Requested | null>(null);
  const close = () => setRequested(null);
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <Button variant="contained" onClick={() => setRequested('assign')}>
          Levar a um ticket
        </Button>
        <Button variant="outlined" onClick={() => setRequested('open')}>
          Abrir um ticket
        </Button>
        {email.situacao !== 'DESCARTADO' && (
          <Button color="error" onClick={() => setRequested('discard')}>
            Descartar
          </Button>
        )}
      </Stack>
      {requested === 'assign' && <AssignDialog email={email} onClose={close} />}
      {requested === 'open' && <OpenDialog email={email} onClose={close} />}
      {requested === 'discard' && <DiscardDialog email={email} onClose={close} />}
    </>
  );
}

interface DecisionProps {
  email: ReceivedEmail;
  onClose: () => void;
}

/** What the three ways have in common: the e-mail must still be where the person saw it. */
function useDecision({ email, onClose }: DecisionProps) {
  const notify = useNotify();
  const navigate = useNavigate();
  return {
    dialog: {
      params: { id: email.id },
      record: email,
      name: 'este e-mail',
      watched: {
        situacao: {
          label: field(ReceivedEmail, 'situacao').label,
          show: (own: string) => rowOf(receivedState, own).label,
        },
        ticket: field(ReceivedEmail, 'ticket').label,
      },
      onClose,
    },
    decided: (message: string, ticket?: number) => {
      onClose();
      notify(message, { type: 'success' });
      if (ticket) navigate(`/tickets/${ticket}`);
    },
  };
}

function AssignDialog(props: DecisionProps) {
  const { dialog, decided } = useDecision(props);
  return (
    <CommandDialog
      route={receivedEmailRoutes.assign}
      only={['idTicket']}
      {...dialog}
      title="Levar a um ticket"
      text="O texto e os anexos entram como mensagem do cliente, que todos os que veem o ticket leem."
      confirmLabel="Levar"
      onDone={(message, { data }) => decided(message, data.id)}
    />
  );
}

async function customerOptions(q: string, signal: AbortSignal): Promise<AsyncOption[]> {
  const { itens } = await call(customerPanelRoutes.list, { query: { q, take: 10 } }, { signal });
  return itens.map(customerOption);
}

function OpenDialog(props: DecisionProps) {
  const { dialog, decided } = useDecision(props);
  const { data: types = [] } = useRoute(ticketCatalogRoutes.types, {});
  const { data: branches = [] } = useRoute(lookupRoutes.branches, {});
  return (
    <CommandDialog
      route={receivedEmailRoutes.open}
      {...dialog}
      read={(email) => ({ idCli: customerOf(email), assunto: email?.assunto.slice(0, 200) })}
      fields={{
        idCli: { input: <CustomerInput />, sent: ({ value }: AsyncOption) => Number(value) },
        idTipo: { choices: types.map(({ id, desc }) => ({ value: id, label: desc })) },
        idFil: {
          choices: branches.map(({ idFil, fant, razSoc }) => ({ value: idFil, label: fant || razSoc })),
        },
      }}
      title="Abrir um ticket"
      text="O texto e os anexos abrem a conversa. Tipos que pedem nota fiscal ou produtos são abertos pelo assistente."
      confirmLabel="Abrir ticket"
      onDone={(message, { data }) => decided(message, data.id)}
    />
  );
}

/** Whoever writes from this address. */
function customerOf(email: ReceivedEmail | undefined): AsyncOption | null {
  const [first] = email?.clientes ?? [];
  return first ? { value: first.id, label: first.nome } : null;
}

function CustomerInput() {
  const { words, value, problem, set } = useBodyField(receivedEmailRoutes.open, 'idCli');
  return (
    <AsyncAutocomplete
      label={words.label}
      hint="Código, Razão Social, CNPJ..."
      minLength={1}
      required
      load={customerOptions}
      value={(value ?? null) as AsyncOption | null}
      onChange={set}
      error={problem}
    />
  );
}

function DiscardDialog(props: DecisionProps) {
  const { dialog, decided } = useDecision(props);
  return (
    <CommandDialog
      route={receivedEmailRoutes.discard}
      {...dialog}
      title="Descartar este e-mail?"
      text="Ele não entra em ticket nenhum. Continua na lista, com o original enquanto a empresa o guarda."
      confirmLabel="Descartar e-mail"
      tone="error"
      onDone={(message) => decided(message)}
    />
  );
}
