import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { nfeImportRoutes } from '#contract/config/nfeImports.ts';
import { routeKey, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { TextField } from '#ui/components/TextField.tsx';

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
  const [reason, setReason] = useState('');
  const declare = useRouteCommand(nfeImportRoutes.declareSale);
  const { list, rows, waiting, waits } = nfeImportRoutes;
  const confirm = async () => {
    const { data } = await declare.mutateAsync({ params: { chave }, body: { motivo: reason.trim() } });
    setAsked(false);
    notify(data.message, { type: 'success' });
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
        <ConfirmDialog
          open
          title="Esta nota é uma venda?"
          text={`${text} Como venda, ela dá direito a devolver e conta nas compras do cliente.`}
          confirmLabel="É venda"
          disabled={reason.trim() === ''}
          onConfirm={confirm}
          onCancel={() => setAsked(false)}
        >
          <TextField
            required
            fullWidth
            multiline
            minRows={2}
            label="Motivo"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
            sx={{ mt: 2 }}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
