import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CustomerBulkData } from '../../../../contract/callcenter/customerBulk.ts';
import { customerPanelRoutes } from '../../../../contract/callcenter/customerPanel.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { useRouteCommand } from '../../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { RowResultsDialog } from '../../../ui/lists/RowResultsDialog.tsx';
import { errorText } from '../../../ui/shell/errorText.ts';
import { BulkFields } from './BulkFields.tsx';
import type { BulkChoice } from './bulkChoices.ts';
import type { SelectedCustomers } from './useCustomerSelection.ts';

interface BulkDialogProps {
  choice: BulkChoice;
  selected: SelectedCustomers;
  onClose: () => void;
  /** Some were changed: what was ticked is done with. */
  onDone: () => void;
}

/** Asks for what the action needs, says how many it changes, and then what became of each. */
export function BulkDialog({ choice, selected, onClose, onDone }: BulkDialogProps) {
  const titleId = useId();
  const queries = useQueryClient();
  const [data, setData] = useState<CustomerBulkData | null>(null);
  // What was asked stays said while the selection goes.
  const [{ count, wanted }] = useState(selected);
  const run = useRouteCommand(customerPanelRoutes.bulk, { onSuccess: () => queries.invalidateQueries() });
  const submit = () => {
    if (data) run.mutate({ params: { acao: choice.action }, body: { ...wanted, dados: data } });
  };
  const results = run.data?.data ?? null;
  const finish = () => {
    if (results?.sucesso.length) onDone();
    onClose();
  };
  if (results)
    return (
      <RowResultsDialog
        results={results}
        title={choice.verb}
        doneText={choice.doneText}
        rowName={(id) => `Cliente ${id}`}
        onClose={finish}
      />
    );
  return (
    <DialogFrame
      open
      onClose={run.isPending ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>{choice.verb}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <DialogContentText>
          {formatCount(count, 'cliente será alterado.', 'clientes serão alterados.')}
        </DialogContentText>
        <BulkFields action={choice.action} onChange={setData} />
        {run.error && <Alert severity="error">{errorText(run.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={run.isPending}>Cancelar</CloseButton>
        <Button variant="contained" disabled={!data} loading={run.isPending} onClick={submit}>
          Aplicar
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
