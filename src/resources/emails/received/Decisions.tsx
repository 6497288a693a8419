import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { type ReceivedEmail, receivedEmailRoutes } from '#contract/config/emails.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { call } from '#data/call.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { customerOption } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { IntegerField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';

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

function useDecided(onClose: () => void) {
  const refetch = useRefetch();
  const notify = useNotify();
  return async ({ data }: { data: { message: string } }) => {
    onClose();
    notify(data.message, { type: 'success' });
    await refetch(receivedEmailRoutes.assign);
  };
}

function AssignDialog({ email, onClose }: DecisionProps) {
  const [ticket, setTicket] = useState<number | null>(null);
  const assign = useRouteCommand(receivedEmailRoutes.assign);
  const decided = useDecided(onClose);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      title="Levar a um ticket"
      text="O texto e os anexos entram como mensagem do cliente, que todos os que veem o ticket leem."
      confirmLabel="Levar"
      disabled={ticket === null}
      onCancel={onClose}
      onConfirm={async () => {
        const idTicket = ticket ?? 0;
        await decided(
          await assign.mutateAsync({ params: { id: email.id }, body: { idTicket, versao: email.versao } }),
        );
        navigate(`/tickets/${idTicket}`);
      }}
    >
      <IntegerField
        label="Número do ticket"
        value={ticket}
        onChange={setTicket}
        max={2_147_483_647}
        required
        autoFocus
        fullWidth
      />
    </ConfirmDialog>
  );
}

async function customerOptions(q: string, signal: AbortSignal): Promise<AsyncOption[]> {
  const { itens } = await call(customerPanelRoutes.list, { query: { q, take: 10 } }, { signal });
  return itens.map(customerOption);
}

function OpenDialog({ email, onClose }: DecisionProps) {
  const [first] = email.clientes;
  const [customer, setCustomer] = useState<AsyncOption | null>(
    first ? { value: first.id, label: first.nome } : null,
  );
  const [type, setType] = useState('');
  const [branch, setBranch] = useState('');
  const [subject, setSubject] = useState(email.assunto.slice(0, 200));
  const { data: types = [] } = useRoute(ticketCatalogRoutes.types, {});
  const { data: branches = [] } = useRoute(lookupRoutes.branches, {});
  const open = useRouteCommand(receivedEmailRoutes.open);
  const decided = useDecided(onClose);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open
      title="Abrir um ticket"
      text="O texto e os anexos abrem a conversa. Tipos que pedem nota fiscal ou produtos são abertos pelo assistente."
      confirmLabel="Abrir ticket"
      disabled={!customer || !type || !branch}
      onCancel={onClose}
      onConfirm={async () => {
        const answer = await open.mutateAsync({
          params: { id: email.id },
          body: {
            idTipo: Number(type),
            idCli: Number(customer?.value),
            idFil: Number(branch),
            assunto: subject,
            versao: email.versao,
          },
        });
        await decided(answer);
        navigate(`/tickets/${answer.data.id}`);
      }}
    >
      <Stack spacing={4} sx={{ mt: 3 }}>
        <AsyncAutocomplete
          label="Cliente"
          hint="Código, Razão Social, CNPJ..."
          minLength={1}
          required
          load={customerOptions}
          value={customer}
          onChange={setCustomer}
        />
        <ChoiceField
          label="Tipo"
          required
          value={type}
          onChange={setType}
          choices={types.map(({ id, desc }) => ({ value: `${id}`, label: desc }))}
        />
        <ChoiceField
          label="Filial"
          required
          value={branch}
          onChange={setBranch}
          choices={branches.map(({ idFil, fant, razSoc }) => ({ value: `${idFil}`, label: fant || razSoc }))}
        />
        <TextField
          label="Assunto"
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </Stack>
    </ConfirmDialog>
  );
}

function DiscardDialog({ email, onClose }: DecisionProps) {
  const discard = useRouteCommand(receivedEmailRoutes.discard);
  const decided = useDecided(onClose);
  return (
    <ConfirmDialog
      open
      title="Descartar este e-mail?"
      text="Ele não entra em ticket nenhum. Continua na lista, com o original enquanto a empresa o guarda."
      confirmLabel="Descartar e-mail"
      tone="error"
      onCancel={onClose}
      onConfirm={async () =>
        decided(await discard.mutateAsync({ params: { id: email.id }, body: { versao: email.versao } }))
      }
    />
  );
}
