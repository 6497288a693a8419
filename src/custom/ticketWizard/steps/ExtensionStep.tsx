import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import {
  chooseResponsible,
  type ExtensionResponsible,
} from '../../../../contract/rules/tickets/ticketDraft.ts';
import { EXTENSION_DAYS } from '../../../../contract/rules/tickets/ticketWizard.ts';
import { lookupRoutes } from '../../../../contract/sac/lookups.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { IntegerField } from '../../../ui/components/inputs/NumberField.tsx';
import { errorText } from '../../../ui/shell/errorText.ts';
import { useWizard } from '../state/wizardContext.ts';
import { CarrierField, OptionField } from './OptionField.tsx';
import { StepFields } from './StepParts.tsx';

/** 'Informe os dados de prorrogação': who answers for the delay, and how many days it is. */
export function ExtensionStep() {
  const { draft, change, textAt } = useWizard();
  const { responsavel_prorrogacao: responsible, dias_atraso_prorrogacao: days } = draft;
  const daysText = textAt('dias_atraso_prorrogacao');
  return (
    <StepFields>
      <FormControl error={Boolean(textAt('responsavel_prorrogacao'))}>
        <FormLabel id="responsavel-prorrogacao" sx={{ fontSize: 13, fontWeight: 500 }}>
          Responsável pelo atraso *
        </FormLabel>
        <RadioGroup
          row
          aria-labelledby="responsavel-prorrogacao"
          value={responsible ?? ''}
          onChange={(_, value) => change((now) => chooseResponsible(now, value as ExtensionResponsible))}
        >
          <FormControlLabel value="TRANSPORTADORA" control={<Radio />} label="Transportadora" />
          <FormControlLabel value="REPRESENTANTE" control={<Radio />} label="Representante" />
        </RadioGroup>
        <FormHelperText>{textAt('responsavel_prorrogacao')}</FormHelperText>
      </FormControl>
      {responsible === 'TRANSPORTADORA' && (
        <CarrierField required error={textAt('responsavel_prorrogacao_id')} />
      )}
      {responsible === 'REPRESENTANTE' && <RepresentativeField />}
      <IntegerField
        required
        label="Dias de atraso"
        sx={{ maxWidth: 200 }}
        value={days}
        onChange={(dias_atraso_prorrogacao) => change((now) => ({ ...now, dias_atraso_prorrogacao }))}
        min={EXTENSION_DAYS.min}
        max={EXTENSION_DAYS.max}
        error={Boolean(daysText)}
        helperText={daysText ?? `De ${EXTENSION_DAYS.min} a ${EXTENSION_DAYS.max}`}
      />
    </StepFields>
  );
}

function RepresentativeField() {
  const { draft, change, textAt } = useWizard();
  const people = useRoute(lookupRoutes.representatives, {});
  return (
    <OptionField
      label="Representante"
      required
      options={people.data}
      nameOf={({ nome }) => nome}
      value={draft.representante}
      onChange={(person) =>
        change((now) => ({ ...now, representante: person && { id: person.id, nome: person.nome } }))
      }
      error={textAt('responsavel_prorrogacao_id') ?? textAt('representante_id')}
      failure={people.error ? errorText(people.error) : undefined}
    />
  );
}
