import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { nfeImportRoutes } from '#contract/config/nfeImports.ts';
import { routeKey } from '#data/useRoute.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

interface DeclareSaleProps {
  /** The access key. */
  chave: string;
  /** What the row is called. */
  name: string;
  /** Why it is not a sale. */
  text: string;
}

/** Says, with a reason, that a note which was set aside by its CFOPs is a sale. */
export function DeclareSale({ chave, name, text }: DeclareSaleProps) {
  const client = useQueryClient();
  const notify = useNotify();
  const [asked, setAsked] = useState(false);
  const { list, rows, waiting, waits } = nfeImportRoutes;
  const done = async (message: string) => {
    setAsked(false);
    notify(message, { type: 'success' });
    await Promise.all(
      [list, rows, waiting, waits].map((route) => client.invalidateQueries({ queryKey: routeKey(route) })),
    );
  };
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)} aria-label={`${name}: é venda`}>
        É venda…
      </Button>
      {asked && (
        <CommandDialog
          route={nfeImportRoutes.declareSale}
          params={{ chave }}
          title="Esta nota é uma venda?"
          text={`${text} Como venda, ela dá direito a devolver e conta nas compras do cliente.`}
          confirmLabel="É venda"
          onDone={done}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
