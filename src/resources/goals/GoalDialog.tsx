import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type Goal, goalRoutes } from '../../../contract/callcenter/goals.ts';
import { salesLookupRoutes } from '../../../contract/callcenter/salesLookups.ts';
import { formatNumber } from '../../../contract/rules/format.ts';
import { amountOf } from '../../../contract/rules/goals/goalLine.ts';
import { ConfirmDialog } from '../../custom/components/ConfirmDialog.tsx';
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
  const [valor, setValor] = useState(goal ? formatNumber(goal.valor, 2) : '');
  const [margem, setMargem] = useState(goal ? formatNumber(goal.margem, 2) : '');
  const create = useRouteCommand(goalRoutes.create);
  const update = useRouteCommand(goalRoutes.update);
  const notify = useNotify();
  const save = async () => {
    const amounts = { valor: amountOf(valor), margem: margem.trim() ? amountOf(margem) : '0' };
    if (!person) throw new Error('Escolha o vendedor.');
    if (amounts.valor === null || amounts.margem === null) throw new Error('Informe valores como 10.000,00.');
    const body = { valor: amounts.valor, margem: amounts.margem };
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
        <Amount label="Objetivo de venda (R$)" value={valor} onChange={setValor} required />
        <Amount label="Objetivo de margem (R$)" value={margem} onChange={setMargem} />
      </Box>
    </ConfirmDialog>
  );
}

interface AmountProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  required?: boolean;
}

function Amount({ label, value, onChange, required = false }: AmountProps) {
  const wrong = value.trim() !== '' && amountOf(value) === null;
  return (
    <TextField
      label={label}
      required={required}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={wrong}
      helperText={wrong ? 'Escreva como 10.000,00' : undefined}
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
    />
  );
}
