import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { logisticsFacts, logisticsProblems } from '#contract/rules/steps/extensions.ts';
import type { LogisticsInput } from '#contract/rules/steps/stepInput.ts';
import { EXTENSION_DAYS } from '#contract/rules/tickets/ticketWizard.ts';
import { customerRoutes } from '#contract/sac/customers.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import { IntegerField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { OptionField } from '../../shared/items/OptionField.tsx';
import { useStepProblems } from '../parts/StepFields.tsx';
import type { StepFormProps } from '../stepFormProps.ts';

/** Logistics extension: confirms who was late and by how many days, or refuses with a reason. */
export function LogisticsForm({ ticket, value, onChange, onProblems, errors, disabled }: StepFormProps) {
  const labelId = useId();
  const input = value.prorrogacaoLogistica;
  useStepProblems({ onProblems }, logisticsProblems(input));
  const change = (part: Partial<LogisticsInput>) => {
    const next = { ...(input ?? requestedFor(ticket)), ...part };
    // The answer alone decides where the ticket goes, so that the dialog never names the opposite of what was chosen.
    onChange({ ...value, prorrogacaoLogistica: next }, { ...ticket.fatos, ...logisticsFacts(next) });
  };
  const error = (field: string) => errors[`prorrogacaoLogistica.${field}`];
  const answer = input ? (input.recusada ? 'recusar' : 'confirmar') : '';
  return (
    <Box component="section" aria-label="Confirmação da logística" sx={{ display: 'grid', gap: 3 }}>
      {ticket.prorrogacao && (
        <Typography variant="body2">
          O pedido diz que <strong>{ticket.prorrogacao.nome}</strong> atrasou{' '}
          {daysText(ticket.prorrogacao.diasAtraso)}.
        </Typography>
      )}
      <div>
        <FormLabel required id={labelId}>
          Resposta da logística
        </FormLabel>
        <RadioGroup
          aria-labelledby={labelId}
          value={answer}
          onChange={(_event, chosen) => change({ recusada: chosen === 'recusar' })}
        >
          <FormControlLabel
            value="confirmar"
            control={<Radio />}
            label="Confirmar o atraso"
            disabled={disabled}
          />
          <FormControlLabel
            value="recusar"
            control={<Radio />}
            label="Recusar a prorrogação"
            disabled={disabled}
          />
        </RadioGroup>
        {errors.prorrogacaoLogistica && (
          <Typography variant="caption" color="error" role="alert">
            {errors.prorrogacaoLogistica}
          </Typography>
        )}
      </div>
      {answer === 'confirmar' && input && (
        <>
          <PartyField
            ticket={ticket}
            input={input}
            change={change}
            error={error('responsavel_id')}
            disabled={disabled}
          />
          <IntegerField
            required
            label="Dias de atraso"
            value={input.dias_atraso || null}
            onChange={(days) => change({ dias_atraso: days ?? 0 })}
            min={EXTENSION_DAYS.min}
            max={EXTENSION_DAYS.max}
            disabled={disabled}
            error={error('dias_atraso') !== undefined}
            helperText={error('dias_atraso') ?? `De ${EXTENSION_DAYS.min} a ${EXTENSION_DAYS.max} dias`}
            sx={{ maxWidth: 200 }}
          />
        </>
      )}
      {input && (
        <TextField
          multiline
          minRows={2}
          required={answer === 'recusar'}
          label={answer === 'recusar' ? 'Por que a prorrogação foi recusada' : 'Observação'}
          value={input.obs ?? ''}
          onChange={({ target }) => change({ obs: target.value })}
          disabled={disabled}
          error={error('obs') !== undefined}
          helperText={error('obs')}
          slotProps={{ htmlInput: { maxLength: 250 } }}
        />
      )}
    </Box>
  );
}

/** The values with which the ticket was opened. */
const requestedFor = ({ prorrogacao }: Ticket): LogisticsInput => ({
  responsavel: prorrogacao?.responsavel ?? 'TRANSPORTADORA',
  responsavel_id: prorrogacao?.responsavelId ?? 0,
  dias_atraso: prorrogacao?.diasAtraso ?? 0,
});

const daysText = (days: number) => formatCount(days, 'dia', 'dias');

interface PartyFieldProps {
  ticket: Ticket;
  input: LogisticsInput;
  change: (part: Partial<LogisticsInput>) => void;
  error: string | undefined;
  disabled: boolean;
}

/** The party that was late: a carrier of the customer, or a representative. Changing the kind clears the party. */
function PartyField({ ticket, input, change, error, disabled }: PartyFieldProps) {
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
        value={found?.find(({ id }) => id === input.responsavel_id) ?? partyQuestion(ticket, input)}
        onChange={(option) => change({ responsavel_id: option?.id ?? 0 })}
        error={error}
        failure={failure ? errorText(failure) : undefined}
      />
    </>
  );
}

/** The party given when the ticket was opened is displayed even before the list has loaded, or when it is no longer in it. */
function partyQuestion({ prorrogacao }: Ticket, { responsavel, responsavel_id }: LogisticsInput) {
  if (prorrogacao?.responsavel !== responsavel || prorrogacao.responsavelId !== responsavel_id) return null;
  return { id: responsavel_id, nome: prorrogacao.nome };
}
