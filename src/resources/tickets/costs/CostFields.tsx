import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { costKind } from '../../../../contract/catalogs/costKind.ts';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { textsOf } from '../../../../contract/rules/problem.ts';
import { lookupRoutes, type NamedOption } from '../../../../contract/sac/lookups.ts';
import { type CostInput, costProblems } from '../../../../contract/sac/ticketCosts.ts';
import { OptionField } from '../../../custom/ticketWizard/steps/OptionField.tsx';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { MoneyField } from '../../../ui/components/inputs/NumberField.tsx';
import { errorText } from '../../../ui/shell/errorText.ts';

interface CostFieldsProps {
  value: CostForm;
  onChange: (part: Partial<CostForm>) => void;
  errors: Readonly<Record<string, string>>;
}

const PAYERS: readonly { value: CostInput['responsavel']; label: string }[] = [
  { value: 'TRANSPORTADORA', label: 'Transportadora' },
  { value: 'REPRESENTANTE', label: 'Representante' },
  { value: 'EMPRESA', label: 'A empresa' },
];

export function CostFields({ value, onChange, errors }: CostFieldsProps) {
  const payersId = useId();
  return (
    <>
      <TextField
        select
        label="Tipo do custo"
        required
        value={value.tipo}
        onChange={({ target }) => onChange({ tipo: target.value })}
        error={Boolean(errors.tipo)}
        helperText={errors.tipo}
      >
        {costKind.map((kind) => (
          <MenuItem key={kind.value} value={kind.value}>
            {kind.label}
          </MenuItem>
        ))}
      </TextField>
      <MoneyField
        label="Valor"
        required
        value={value.valor}
        onChange={(valor) => onChange({ valor })}
        error={Boolean(errors.valor)}
        helperText={errors.valor}
      />
      <FormControl>
        <FormLabel id={payersId} sx={{ typography: 'subtitle2' }}>
          Quem paga
        </FormLabel>
        <RadioGroup
          row
          aria-labelledby={payersId}
          value={value.responsavel}
          onChange={(_event, next) =>
            onChange({ responsavel: next as CostInput['responsavel'], payer: null })
          }
        >
          {PAYERS.map((payer) => (
            <FormControlLabel
              key={payer.value}
              value={payer.value}
              control={<Radio size="small" />}
              label={payer.label}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {value.responsavel !== 'EMPRESA' && (
        <PayerField
          kind={value.responsavel}
          value={value.payer}
          onChange={(payer) => onChange({ payer })}
          error={errors.responsavel_id}
        />
      )}
      <TextField
        label="Descrição"
        required={value.tipo === 'OUTRO'}
        value={value.descricao}
        onChange={({ target }) => onChange({ descricao: target.value })}
        error={Boolean(errors.descricao)}
        helperText={
          errors.descricao ?? (value.responsavel === 'EMPRESA' ? undefined : 'Vai no e-mail de cobrança.')
        }
        slotProps={{ htmlInput: { maxLength: 250 } }}
      />
    </>
  );
}

interface PayerFieldProps {
  kind: 'TRANSPORTADORA' | 'REPRESENTANTE';
  value: NamedOption | null;
  onChange: (payer: NamedOption | null) => void;
  error: string | undefined;
}

function PayerField({ kind, value, onChange, error }: PayerFieldProps) {
  const isCarrier = kind === 'TRANSPORTADORA';
  const lookup = useRoute(isCarrier ? lookupRoutes.carriers : lookupRoutes.representatives, {});
  return (
    <OptionField<NamedOption>
      label={isCarrier ? 'Transportadora' : 'Representante'}
      required
      options={lookup.data}
      nameOf={({ nome }) => nome}
      value={value}
      onChange={onChange}
      error={error}
      failure={lookup.error && !lookup.data ? errorText(lookup.error) : undefined}
    />
  );
}

/** The form of a new cost. */
export interface CostForm {
  tipo: string;
  descricao: string;
  valor: Decimal | null;
  responsavel: CostInput['responsavel'];
  payer: { id: number; nome: string } | null;
}

export const EMPTY_COST: CostForm = {
  tipo: '',
  descricao: '',
  valor: null,
  responsavel: 'TRANSPORTADORA',
  payer: null,
};

/** The request body; without an amount, the validation rule reports it as missing. */
export const costInputOf = ({ tipo, descricao, valor, responsavel, payer }: CostForm): CostInput => ({
  tipo,
  valor: valor ?? '',
  responsavel,
  ...(descricao.trim() && { descricao: descricao.trim() }),
  ...(responsavel !== 'EMPRESA' && payer && { responsavel_id: payer.id }),
});

export const costTexts = (form: CostForm): Record<string, string> => textsOf(costProblems(costInputOf(form)));
