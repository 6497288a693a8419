import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { formatQuantity } from '../../../contract/rules/quantity.ts';
import { invoicePaperRoutes, type ReturnedLine } from '../../../contract/sac/invoicePapers.ts';
import { invoiceRoutes } from '../../../contract/sac/invoices.ts';
import { routeKey, useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { QuantityStepper } from '../../ui/components/inputs/QuantityStepper.tsx';
import { Failure } from '../../ui/shell/states/StateMessage.tsx';

interface AssignReturnDialogProps {
  line: ReturnedLine;
  /** The access key of the sale. */
  numNf: string;
  onClose: () => void;
}

/** The choice that a returned line takes nothing of the sale. */
const NONE = 'NENHUM';

/** A person says which item of the sale a returned line takes from, and why. */
export function AssignReturnDialog({ line, numNf, onClose }: AssignReturnDialogProps) {
  const client = useQueryClient();
  const answer = useRoute(invoiceRoutes.products, { params: { numNf }, query: {} });
  const [item, setItem] = useState<string>(String(line.baixas[0]?.item ?? ''));
  const [quantity, setQuantity] = useState<Decimal | null>(null);
  const [reason, setReason] = useState('');
  const assign = useRouteCommand(invoicePaperRoutes.assign, {
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: routeKey(invoicePaperRoutes.list) }),
        client.invalidateQueries({ queryKey: routeKey(invoiceRoutes.products) }),
      ]),
  });
  const chosen = answer.data?.find(({ id }) => String(id) === item);
  // A quantity of the returned paper is one of the sale only in the same unit.
  const choose = (value: string) => {
    setItem(value);
    const unit = answer.data?.find(({ id }) => String(id) === value)?.unidade;
    setQuantity(unit === line.unidade ? line.quantidade : null);
  };
  const incomplete =
    !answer.data || item === '' || reason.trim() === '' || (item !== NONE && quantity === null);
  return (
    <ConfirmDialog
      open
      title="Ligar item devolvido"
      text={`${formatQuantity(line.quantidade)} ${line.unidade} · ${line.codigo} - ${line.descricao}`}
      confirmLabel="Ligar"
      disabled={incomplete}
      onConfirm={async () => {
        await assign.mutateAsync({
          params: { numNf, id: line.id },
          body: {
            itens: item === NONE || quantity === null ? [] : [{ item: Number(item), quantidade: quantity }],
            motivo: reason.trim(),
          },
        });
        onClose();
      }}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 3, pt: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Failure answer={answer} />
        <TextField
          select
          required
          label="Item da nota"
          value={answer.data ? item : ''}
          disabled={!answer.data}
          onChange={(event) => choose(event.target.value)}
        >
          {(answer.data ?? []).map(({ id, idExibicao, descNF, qtd_comprada, unidade }) => (
            <MenuItem key={id} value={String(id)} sx={{ whiteSpace: 'normal' }}>
              {idExibicao} - {descNF} ({formatQuantity(qtd_comprada)} {unidade})
            </MenuItem>
          ))}
          <MenuItem value={NONE}>Nenhum: não baixa nada desta nota</MenuItem>
        </TextField>
        {chosen && (
          <QuantityStepper
            label={`Quantidade em ${chosen.unidade}`}
            value={quantity}
            onChange={setQuantity}
            max={chosen.qtd_comprada}
            unit={chosen.unidade}
          />
        )}
        <TextField
          required
          multiline
          minRows={2}
          label="Motivo"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </Box>
    </ConfirmDialog>
  );
}
