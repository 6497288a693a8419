import { useState } from 'react';
import { customerUpkeepRoutes } from '../../../../contract/callcenter/customerUpkeep.ts';
import { INVALID_EMAIL, isEmail } from '../../../../contract/rules/email.ts';
import { isPhone } from '../../../../contract/rules/phone.ts';
import { PersonalField } from '../../../ui/components/inputs/hiddenValue.tsx';
import { MaskedField } from '../../../ui/components/inputs/MaskedField.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useSave } from './useSave.ts';

interface ValueDialogProps {
  kind: 'telefone' | 'email';
  idCli: number;
  id: number;
  value: string;
  onClose: () => void;
  onSaved: () => void;
}

const KINDS = {
  telefone: {
    title: 'Editar telefone',
    label: 'Telefone',
    route: customerUpkeepRoutes.editPhone,
    isRight: isPhone,
    wrong: 'Telefone inválido',
  },
  email: {
    title: 'Editar e-mail',
    label: 'E-mail',
    route: customerUpkeepRoutes.editEmail,
    isRight: isEmail,
    wrong: INVALID_EMAIL,
  },
} as const;

/** Another number or address in place of the one that was read. */
export function ValueDialog({ kind, idCli, id, value, onClose, onSaved }: ValueDialogProps) {
  const { title, label, route, isRight, wrong } = KINDS[kind];
  const [typed, setTyped] = useState(value);
  const save = useSave<typeof customerUpkeepRoutes.editPhone>(
    route as typeof customerUpkeepRoutes.editPhone,
    onSaved,
  );
  const submit = () => {
    if (!isRight(typed)) return save.setErrors({ valor: wrong });
    void save.send({ params: { idCli }, body: { id, valoranterior: value, valor: typed } });
  };
  const field = {
    label,
    autoFocus: true,
    required: true,
    error: Boolean(save.errors.valor),
    helperText: save.errors.valor,
  };
  return (
    <FormDialog
      title={title}
      problem={save.problem}
      busy={save.busy}
      disabled={typed.trim() === value}
      onSubmit={submit}
      onClose={onClose}
    >
      {kind === 'telefone' ? (
        <MaskedField {...field} kind="phone" value={typed} onChange={setTyped} />
      ) : (
        <PersonalField
          {...field}
          onReplace={() => setTyped('')}
          type="email"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 50, autoComplete: 'off' } }}
        />
      )}
    </FormDialog>
  );
}
