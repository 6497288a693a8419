import Autocomplete from '@mui/material/Autocomplete';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { currentAccountRoutes } from '#contract/callcenter/currentAccounts.ts';
import type { Output } from '#contract/route.ts';
import { type Decimal, subtractDecimals } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { readAmount } from '#contract/rules/sales/accountTransfer.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { MoneyField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';

type Person = Output<typeof currentAccountRoutes.balances>[number];

interface TransferDialogProps {
  /** The source account, when it is already decided. */
  from?: number;
  onDone: () => void;
  onClose: () => void;
}

/** Transfers a balance between collaborators, showing the remaining amounts first. */
export function TransferDialog({ from, onDone, onClose }: TransferDialogProps) {
  const client = useQueryClient();
  const notify = useNotify();
  const people = useRoute(currentAccountRoutes.balances, {});
  const transfer = useRouteCommand(currentAccountRoutes.transfer);
  const [chosen, setChosen] = useState<Person | null>(null);
  const [to, setTo] = useState<Person | null>(null);
  const [value, setValue] = useState<Decimal | null>(null);
  const [obs, setObs] = useState('');
  const options = people.data ?? [];
  const source = from === undefined ? chosen : (options.find(({ id }) => id === from) ?? null);
  const amount = readAmount(value ?? '');
  const run = async () => {
    if (!source || !to) throw new Error(source ? 'Escolha quem recebe.' : 'Escolha quem envia.');
    if (!amount.ok) throw new Error(value === null ? 'Informe o valor.' : amount.message);
    const { data } = await transfer.mutateAsync({
      body: { idOrigem: source.id, idDestino: to.id, valor: amount.value, obs: obs.trim() },
    });
    notify(data.message, { type: 'success' });
    void client.invalidateQueries({ queryKey: routeKey(currentAccountRoutes.balances) });
    void client.invalidateQueries({ queryKey: routeKey(currentAccountRoutes.statement) });
    onDone();
    onClose();
  };
  const person = (label: string, value: Person | null, onChange: (next: Person | null) => void) => (
    <Autocomplete
      options={options.filter(({ id }) => id !== (label === 'Para' ? source?.id : to?.id))}
      value={value}
      onChange={(_event, next) => onChange(next)}
      getOptionLabel={({ nome }) => nome}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={people.isPending}
      disabled={label === 'De' && from !== undefined}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required
          error={people.isError}
          helperText={people.isError ? 'Não foi possível buscar os colaboradores.' : balanceText(value)}
        />
      )}
      sx={{ mt: 4 }}
    />
  );
  return (
    <ConfirmDialog
      open
      title="Transferir saldo"
      text="O valor sai de uma conta e entra na outra na mesma hora. Os dois extratos mostram a transferência."
      confirmLabel="Transferir"
      onConfirm={run}
      onCancel={onClose}
    >
      {person('De', source, setChosen)}
      {person('Para', to, setTo)}
      <MoneyField
        label="Valor"
        value={value}
        onChange={setValue}
        required
        fullWidth
        helperText={
          amount.ok && source?.saldo != null
            ? `Saldo de quem envia depois: ${formatMoney(subtractDecimals(source.saldo, amount.value), 2)}`
            : ' '
        }
        sx={{ mt: 4 }}
      />
      <TextField
        label="Observação"
        value={obs}
        onChange={(event) => setObs(event.target.value)}
        fullWidth
        helperText="Aparece nos dois extratos."
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}

const balanceText = (person: Person | null) =>
  person?.saldo == null ? undefined : `Saldo: ${formatMoney(person.saldo, 2)}`;
