import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type Goal, goalRoutes } from '../../../contract/callcenter/goals.ts';
import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import type { Decimal } from '../../../contract/rules/decimal.ts';
import { LARGEST_GOAL } from '../../../contract/rules/goals/goalLine.ts';
import { ConfirmDialog } from '../../custom/components/ConfirmDialog.tsx';
import { MoneyField } from '../../custom/components/inputs/NumberField.tsx';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { monthName } from './MonthSwitch.tsx';

interface GoalDialogProps {
  /** Absent for a new one. */
  goal?: Goal;
  month: string;
  onClose: () => void;
  onDone: () => unknown;
}

export function GoalDialog({ goal, month, onClose, onDone }: GoalDialogProps) {
  const sellers = useRoute(salesLookupRoutes.sellerNames, {}, { enabled: !goal }).data ?? [];
  const [person, setPerson] = useState<{ id: number; nome: string } | null>(goal?.colaborador ?? null);
  const [valor, setValor] = useState<Decimal | null>(goal?.valor ?? null);
  const [margem, setMargem] = useState<Decimal | null>(goal?.margem ?? null);
  const create = useRouteCommand(goalRoutes.create);
  const update = useRouteCommand(goalRoutes.update);
  const notify = useNotify();
  const save = async () => {
    if (!person) throw new Error('Escolha o vendedor.');
    if (valor === null) throw new Error('Informe o objetivo de venda.');
    const body = { valor, margem: margem ?? '0' };
    const { data } = goal
      ? await update.mutateAsync({ params: { id: goal.id }, body: { ...body, versao: goal.versao } })
      : await create.mutateAsync({ body: { idColab: person.id, mes: month, ...body } });
    notify(data.message, { type: 'success' });
    onClose();
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={goal ? `Objetivo de ${goal.colaborador.nome}` : 'Definir objetivo'}
      text={`Mês: ${monthName(month)}.`}
      confirmLabel="Guardar objetivo"
      onConfirm={save}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
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
        <MoneyField label="Objetivo de venda" value={valor} onChange={setValor} max={LARGEST_GOAL} required />
        <MoneyField label="Objetivo de margem" value={margem} onChange={setMargem} max={LARGEST_GOAL} />
      </Box>
    </ConfirmDialog>
  );
}
