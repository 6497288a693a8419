import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import type { LogisticsInput } from '../../../../../contract/rules/steps/stepInput.ts';
import { customerRoutes } from '../../../../../contract/sac/customers.ts';
import { lookupRoutes } from '../../../../../contract/sac/lookups.ts';
import type { Ticket } from '../../../../../contract/sac/tickets.ts';
import { OptionField } from '../../../../custom/ticketWizard/steps/OptionField.tsx';
import { useRoute } from '../../../../dataProvider/useRoute.ts';
import { errorText } from '../../../../ui/shell/errorText.ts';

interface PartyFieldProps {
  ticket: Ticket;
  input: LogisticsInput;
  change: (part: Partial<LogisticsInput>) => void;
  error: string | undefined;
  disabled: boolean;
}

/** Who was late: a carrier of the customer, or a representative. Changing the kind clears who it was. */
export function PartyField({ ticket, input, change, error, disabled }: PartyFieldProps) {
  const labelId = useId();
  const isCarrier = input.responsavel === 'TRANSPORTADORA';
  const carriers = useRoute(
    customerRoutes.carriers,
    { params: { idCli: ticket.cliente.id } },
    { enabled: isCarrier },
  );
  const representatives = useRoute(lookupRoutes.representatives, {}, { enabled: !isCarrier });
  const found = isCarrier
    ? carriers.data?.map(({ id, razSoc }) => ({ id, nome: razSoc }))
    : representatives.data;
  const failure = (isCarrier ? carriers : representatives).error;
  return (
    <>
      <div>
        <FormLabel id={labelId}>Responsável</FormLabel>
        <RadioGroup
          row
          aria-labelledby={labelId}
          value={input.responsavel}
          onChange={(_event, responsavel) =>
            change({ responsavel: responsavel as LogisticsInput['responsavel'], responsavel_id: 0 })
          }
        >
          <FormControlLabel
            value="TRANSPORTADORA"
            control={<Radio />}
            label="Transportadora"
            disabled={disabled}
          />
          <FormControlLabel
            value="REPRESENTANTE"
            control={<Radio />}
            label="Representante"
            disabled={disabled}
          />
        </RadioGroup>
      </div>
      <OptionField
        label={isCarrier ? 'Transportadora' : 'Representante'}
        required
        options={found}
        nameOf={({ nome }) => nome}
        value={found?.find(({ id }) => id === input.responsavel_id) ?? askedFor(ticket, input)}
        onChange={(option) => change({ responsavel_id: option?.id ?? 0 })}
        error={error}
        failure={failure ? errorText(failure) : undefined}
      />
    </>
  );
}

/** The one that the ticket was opened with shows before the list has come, and when it is no longer in it. */
function askedFor({ prorrogacao }: Ticket, { responsavel, responsavel_id }: LogisticsInput) {
  if (prorrogacao?.responsavel !== responsavel || prorrogacao.responsavelId !== responsavel_id) return null;
  return { id: responsavel_id, nome: prorrogacao.nome };
}
