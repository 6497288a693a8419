import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useId, useState } from 'react';
import type { CustomerBulkAction, CustomerBulkData } from '#contract/callcenter/customers/customerBulk.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import type { Permission } from '#contract/permissions.ts';
import { formatCount } from '#contract/rules/format.ts';
import { registrationLookupRoutes } from '#contract/sac/registration.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import type { SelectedCustomers } from '../customerTable.tsx';

interface BulkDialogProps {
  choice: BulkChoice;
  selected: SelectedCustomers;
  onClose: () => void;
  /** Called when some rows were changed, so that the selection can be cleared. */
  onDone: () => void;
}

/** Asks for the action's input, states how many customers it changes, and then shows the result of each. */
export function BulkDialog({ choice, selected, onClose, onDone }: BulkDialogProps) {
  const titleId = useId();
  const refetch = useRefetch();
  const [data, setData] = useState<CustomerBulkData | null>(null);
  // Fixed on opening, so that the text stays while the selection is cleared.
  const [{ count, wanted }] = useState(selected);
  const run = useRouteCommand(customerPanelRoutes.bulk, {
    onSuccess: () => refetch(customerPanelRoutes.bulk),
  });
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

interface FieldsProps {
  /** Receives `null` while something is missing. */
  onChange: (data: CustomerBulkData | null) => void;
}

/** The input of each action. */
function BulkFields({ action, onChange }: FieldsProps & { action: CustomerBulkAction }) {
  if (action === 'vendedor') return <SellerFields onChange={onChange} />;
  if (action === 'classificacao') return <ClassificationField onChange={onChange} />;
  return (
    <Choice
      label="Contato"
      options={[
        { value: 'true', label: 'Não contatar' },
        { value: 'false', label: 'Pode ser contatado' },
      ]}
      onChange={(value) => onChange({ naoContatar: value === 'true' })}
    />
  );
}

function SellerFields({ onChange }: FieldsProps) {
  const { data = [] } = useRoute(salesLookupRoutes.sellers, {});
  const [seller, setSeller] = useState<number | null>(null);
  const [keep, setKeep] = useState(false);
  const change = (vendedor: number | null, manter: boolean) => {
    setSeller(vendedor);
    setKeep(manter);
    onChange(vendedor === null ? null : { vendedor, manter });
  };
  return (
    <>
      <Choice
        label="Vendedor"
        options={data.map(({ id, nome }) => ({ value: `${id}`, label: nome }))}
        onChange={(value) => change(Number(value), keep)}
      />
      <FormControlLabel
        control={<Checkbox checked={keep} onChange={(event) => change(seller, event.target.checked)} />}
        label="Manter também os vendedores atuais"
      />
    </>
  );
}

function ClassificationField({ onChange }: FieldsProps) {
  const { data = [] } = useRoute(registrationLookupRoutes.classificationsCallcenter, {});
  return (
    <Choice
      label="Classificação"
      options={[
        { value: 'nenhuma', label: 'Sem classificação' },
        ...data.map(({ id, desc }) => ({ value: `${id}`, label: desc })),
      ]}
      onChange={(value) => onChange({ classificacao: value === 'nenhuma' ? null : Number(value) })}
    />
  );
}

interface ChoiceProps {
  label: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, options, onChange }: ChoiceProps) {
  const [value, setValue] = useState('');
  return (
    <ChoiceField
      required
      autoFocus
      fullWidth
      label={label}
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
      choices={options}
    />
  );
}

export interface BulkChoice {
  action: CustomerBulkAction;
  /** Used on its button and as the dialog's title. */
  verb: string;
  /** Required in addition to CLIENTE_EDITAR. */
  permission: Permission;
  doneText: (count: number) => string;
}

const customers = (count: number) => formatCount(count, 'cliente', 'clientes');

/** Bulk actions for the selected customers. */
export const bulkChoices: readonly BulkChoice[] = [
  {
    action: 'vendedor',
    verb: 'Definir vendedor',
    permission: 'AGENDA_SUPERVISAO',
    doneText: (count) => `${customers(count)} com o novo vendedor.`,
  },
  {
    action: 'classificacao',
    verb: 'Classificar',
    permission: 'CLIENTE_EDITAR',
    doneText: (count) => `${customers(count)} com a nova classificação.`,
  },
  {
    action: 'nao-contatar',
    verb: 'Marcar contato',
    permission: 'CLIENTE_EDITAR',
    doneText: (count) => `${customers(count)} com o contato alterado.`,
  },
];
