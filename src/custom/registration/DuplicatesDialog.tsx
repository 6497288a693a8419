import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import { visuallyHidden } from '@mui/utils';
import type { Static } from '@sinclair/typebox';
import { useNotify } from 'ra-core';
import { useRef } from 'react';
import { formatDocument } from '#contract/rules/documents.ts';
import { type DuplicateCustomer, registrationRoutes } from '#contract/sac/registration.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ticketListPath } from '#src/resources/tickets/shared/ticketListPath.ts';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { useScreens } from '#ui/shell/screens.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

type Duplicate = Static<typeof DuplicateCustomer>;

interface DuplicatesDialogProps {
  /** An empty list closes the dialog. */
  duplicates: readonly Duplicate[];
  onBack: () => void;
  onAnyway: () => void;
}

const REASONS = { DOCUMENTO: 'mesmo CPF ou CNPJ', TELEFONE: 'mesmo telefone', EMAIL: 'mesmo e-mail' };

/** Customers that resemble the one about to be saved. The same document cannot be saved twice. */
export function DuplicatesDialog({ duplicates, onBack, onAnyway }: DuplicatesDialogProps) {
  // Keeps the content in place during the closing transition.
  const last = useRef(duplicates);
  if (duplicates.length > 0) last.current = duplicates;
  const shown = byCustomer(last.current);
  const refused = last.current.some(({ motivo }) => motivo === 'DOCUMENTO');
  return (
    <DialogFrame
      open={duplicates.length > 0}
      onClose={onBack}
      fullWidth
      aria-labelledby="cadastro-semelhantes"
    >
      <DialogTitle id="cadastro-semelhantes">
        {shown.length === 1 ? 'Já existe um cliente parecido' : 'Já existem clientes parecidos'}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          {refused
            ? 'Este CPF ou CNPJ já é de um cliente e não pode ser cadastrado de novo.'
            : 'Confira se não é o mesmo cliente antes de salvar.'}
        </DialogContentText>
        <ul style={{ margin: '16px 0 0', padding: 0, listStyle: 'none', display: 'grid', gap: 12 }}>
          {shown.map(({ id, fant, razSoc, documento, reasons }) => (
            <li key={id}>
              <CustomerLink id={id} name={fant || razSoc} />
              <div style={{ fontSize: 13 }}>
                {[fant && fant !== razSoc && razSoc, formatDocument(documento), reasons.join(', ')]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </li>
          ))}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onBack} autoFocus>
          Voltar ao cadastro
        </Button>
        {!refused && (
          <Button variant="contained" onClick={onAnyway}>
            Cadastrar mesmo assim
          </Button>
        )}
      </DialogActions>
    </DialogFrame>
  );
}

/** Groups the duplicates by customer, each with all of its matches. */
function byCustomer(duplicates: readonly Duplicate[]) {
  const duplicatesById = new Map<number, Duplicate & { reasons: string[] }>();
  for (const one of duplicates) {
    const reasons = duplicatesById.get(one.id)?.reasons ?? [];
    duplicatesById.set(one.id, { ...one, reasons: [...reasons, REASONS[one.motivo]] });
  }
  return [...duplicatesById.values()];
}

interface CustomerLinkProps {
  id: number;
  /** The customer's name, if known. */
  name?: string;
}

/** Opens an existing customer in another tab, so that the current input is kept. */
export function CustomerLink({ id, name }: CustomerLinkProps) {
  const screens = useScreens();
  const to = screens.has('/clientes') ? `/clientes/${id}` : ticketListPath({ idCli: `${id}` });
  return (
    <Link href={to} target="_blank" rel="noopener">
      {name ? `${id} - ${name}` : `Ver o cliente ${id}`}
      <span style={visuallyHidden}> (abre em outra aba)</span>
    </Link>
  );
}

/** Asks the supervisors to transfer a customer who is served by another seller. */
export function RequestTransfer({ documento }: { documento: string }) {
  const { can } = useCan();
  const notify = useNotify();
  const request = useRouteCommand(registrationRoutes.requestTransfer, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (error) => notify(errorText(error), { type: 'error' }),
  });
  if (!can('CLIENTE_CADASTRA')) return null;
  return (
    <Button
      color="inherit"
      size="small"
      loading={request.isPending}
      disabled={request.isSuccess}
      onClick={() => request.mutate({ body: { documento } })}
    >
      Pedir a transferência
    </Button>
  );
}
