import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { memo } from 'react';
import {
  addDays,
  type CalendarDate,
  formatCalendarDate,
} from '../../../../../contract/rules/calendarDate.ts';
import type { TicketTitle } from '../../../../../contract/sac/ticketItems.ts';
import { Money } from '../../../../ui/components/display/Money.tsx';
import { DateField } from '../../../../ui/components/inputs/DateField.tsx';
import type { TitleInput } from './FinanceForm.tsx';

interface TitleRowProps {
  title: TicketTitle;
  dueOn: CalendarDate;
  given: TitleInput | undefined;
  /** Days that the delay took: what a grant begins with. */
  days: number;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
  onTitle: (next: TitleInput) => void;
}

/** One title: granted until when, or denied and why. */
export const TitleRow = memo(function TitleRow(props: TitleRowProps) {
  const { title, dueOn, given, days, errors, disabled, onTitle } = props;
  const name = `Título ${title.nro}`;
  const paid = title.pagoEm !== null;
  const decide = (decisao: TitleInput['decisao'] | null) => {
    if (!decisao) return;
    const novoVencimento = decisao === 'CONCEDIDA' && days > 0 ? addDays(dueOn, days) : null;
    onTitle({ id: title.id, decisao, novoVencimento, ...(given?.obs && { obs: given.obs }) });
  };
  return (
    <li>
      <fieldset aria-label={name}>
        <div className="head">
          <span className="what">
            <span>
              {name} · <Money value={title.valor} decimals={2} />
            </span>
            <span className="second">
              Nota {title.numNf} · {paid ? 'venceu' : 'vence'} em {formatCalendarDate(dueOn)}
              {title.pagoEm && ` · pago em ${formatCalendarDate(title.pagoEm)}`}
            </span>
          </span>
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={`Decisão do ${name}`}
            value={given?.decisao ?? null}
            onChange={(_event, decisao) => decide(decisao)}
            disabled={disabled}
            sx={{ '& .MuiToggleButton-root:not(.Mui-disabled)': { color: 'components.texto' } }}
          >
            <ToggleButton value="CONCEDIDA" disabled={paid}>
              Conceder
            </ToggleButton>
            <ToggleButton value="NEGADA">Negar</ToggleButton>
          </ToggleButtonGroup>
        </div>
        {given?.decisao === 'CONCEDIDA' && (
          <DateField
            label={`Novo vencimento do ${name}`}
            value={given.novoVencimento ?? null}
            min={addDays(dueOn, 1)}
            onChange={(novoVencimento) => onTitle({ ...given, novoVencimento })}
            disabled={disabled}
            error={errors.novoVencimento !== undefined}
            helperText={errors.novoVencimento}
            sx={{ maxWidth: 280 }}
          />
        )}
        {given?.decisao === 'NEGADA' && (
          <TextField
            required
            fullWidth
            label={`Motivo da negativa do ${name}`}
            value={given.obs ?? ''}
            onChange={({ target }) => onTitle({ ...given, obs: target.value })}
            disabled={disabled}
            error={errors.obs !== undefined}
            helperText={errors.obs}
            slotProps={{ htmlInput: { maxLength: 250 } }}
          />
        )}
        <span className="problem">{errors.decisao ?? errors.id ?? ''}</span>
      </fieldset>
    </li>
  );
});
