import { useNotify } from 'ra-core';
import { copyProblem } from '#contract/rules/tickets/ticketCopies.ts';
import { ticketCopyRoutes } from '#contract/sac/tickets/ticketCopies.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

/** Asks for an address that gets the ticket's e-mails as well. */
export function AddCopyDialog({ idTicket, onClose }: { idTicket: number; onClose: () => void }) {
  const notify = useNotify();
  return (
    <CommandDialog
      route={ticketCopyRoutes.add}
      params={{ idTicket }}
      title="Incluir em cópia"
      text="O endereço recebe tudo o que o cliente receber por e-mail sobre este ticket. Notas internas e a pesquisa de satisfação nunca vão."
      check={checked}
      confirmLabel="Incluir"
      onDone={(text) => {
        notify(text, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function checked({ email }: Record<string, unknown>): Readonly<Record<string, string>> {
  const problem = email ? copyProblem(String(email)) : null;
  return problem ? { email: problem } : {};
}
