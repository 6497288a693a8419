import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { nfeImportRoutes } from '#contract/config/nfeImports.ts';
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
  const notify = useNotify();
  const [asked, setAsked] = useState(false);
  const done = (message: string) => {
    setAsked(false);
    notify(message, { type: 'success' });
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
