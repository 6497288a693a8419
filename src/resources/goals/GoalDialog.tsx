import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type Goal, goalRoutes } from '../../../contract/callcenter/goals.ts';
import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { LARGEST_GOAL } from '../../../contract/rules/sales/goalLine.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { MoneyField } from '../../ui/components/inputs/NumberField.tsx';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { useHeldForm } from '../../ui/conflict/useHeldForm.ts';
import { monthName } from './MonthSwitch.tsx';

interface GoalDialogProps {
  /** Absent for a new one. */
  goal?: Goal;
  month: string;
  onClose: () => void;
  onDone: () => unknown;
}

interface Amounts {
  valor: Decimal | null;
  margem: Decimal | null;
}

const amountsOf = ({ valor, margem }: Pick<Goal, 'valor' | 'margem'>): Amounts => ({ valor, margem });

const moneyText = (amount: Decimal | null) => (amount === null ? '(vazio)' : formatMoney(amount));

export function GoalDialog({ goal, month, onClose, onDone }: GoalDialogProps) {
  const sellers = useRoute(salesLookupRoutes.sellerNames, {}, { enabled: !goal }).data ?? [];
  const [person, setPerson] = useState<{ id: number; nome: string } | null>(goal?.colaborador ?? null);
  const held = useHeldForm<Amounts>({
    versao: goal?.versao ?? 0,
    initial: goal ? amountsOf(goal) : { valor: null, margem: null },
    read: amountsOf,
  });
  const { valor, margem } = held.value;
  const create = useRouteCommand(goalRoutes.create);
  const update = useRouteCommand(goalRoutes.update);
  const notify = useNotify();
  const save = async () => {
    if (!person) throw new Error('Escolha o vendedor.');
    if (valor === null) throw new Error('Informe o objetivo de venda.');
    const body = { valor, margem: margem ?? '0' };
    const answer = goal
      ? await held.send((versao) =>
          update.mutateAsync({ params: { id: goal.id }, body: { ...body, versao } }),
        )
      : await create.mutateAsync({ body: { idColab: person.id, mes: month, ...body } });
    if (!answer) return;
    notify(answer.data.message, { type: 'success' });
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={goal ? `Objetivo de ${goal.colaborador.nome}` : 'Definir objetivo'}
      text={`Mês: ${monthName(month)}.`}
      confirmLabel="Guardar objetivo"
      disabled={held.undecided}
      onConfirm={save}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
        <ConflictView
          conflict={held}
          name="este objetivo"
          labels={{
            valor: { label: 'Objetivo de venda', show: moneyText },
            margem: { label: 'Objetivo de margem', show: moneyText },
          }}
        />
        {!goal && (
          <Autocomplete
            options={sellers}
            value={person}
            onChange={(_, value) => setPerson(value)}
            getOptionLabel={({ nome }) => nome}
            getOptionKey={({ id }) => id}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            renderInput={(params) => <TextField {...params} label="Vendedor" required />}
          />
        )}
        <MoneyField
          label="Objetivo de venda"
          value={valor}
          onChange={(next) => held.set({ valor: next })}
          max={LARGEST_GOAL}
          required
        />
        <MoneyField
          label="Objetivo de margem"
          value={margem}
          onChange={(next) => held.set({ margem: next })}
          max={LARGEST_GOAL}
        />
      </Box>
    </ConfirmDialog>
  );
}
