import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Switch from '@mui/material/Switch';
import {
  LONGEST_FREQUENCY,
  type ServedFlag,
  type ServiceSettings,
  servedText,
} from '../../../../../contract/rules/customers/serviceSettings.ts';
import { Section } from '../../../../ui/components/detail/Section.tsx';
import { DateField } from '../../../../ui/components/inputs/DateField.tsx';
import { IntegerField } from '../../../../ui/components/inputs/NumberField.tsx';
import { TimeField } from '../../../../ui/components/inputs/TimeField.tsx';

interface CardProps {
  value: ServiceSettings;
  onChange: (part: Partial<ServiceSettings>) => void;
}

export function FrequencyCard({ value, onChange }: CardProps) {
  const days = value.frequenciaAtendimento;
  return (
    <Section title="Dias entre contatos" description="De 1 a 365. Sem número, não há frequência.">
      <IntegerField
        fullWidth
        value={days === 0 ? null : days}
        onChange={(next) => onChange({ frequenciaAtendimento: next ?? 0 })}
        min={1}
        max={LONGEST_FREQUENCY}
        after={days === 1 ? 'dia' : 'dias'}
        slotProps={{ htmlInput: { 'aria-label': 'Dias entre contatos' } }}
      />
    </Section>
  );
}

export const ContactCard = ({ value, onChange }: CardProps) => (
  <Section title="Contato" description="Quem não deve ser contatado fica fora das automações.">
    <FormControlLabel
      label="Não contatar"
      control={
        <Switch
          checked={value.naoContatar === 1}
          onChange={(_, checked) => onChange({ naoContatar: checked ? 1 : 0 })}
        />
      }
    />
  </Section>
);

/** What most people mean who say a day and no hour. */
const USUAL_TIME = '09:00';

export function NextCollectionCard({ value, onChange, error }: CardProps & { error: string | undefined }) {
  const [day = '', time = ''] = value.dtProximoContatoCobranca.split(/[ T]/);
  const set = (moment: string) => onChange({ dtProximoContatoCobranca: moment });
  return (
    <Section title="Próximo contato de cobrança" description="Dia e hora do próximo contato.">
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 3 }}>
        <DateField
          label="Dia"
          live
          value={day || null}
          onChange={(date) => set(date ? `${date} ${time.slice(0, 5) || USUAL_TIME}` : '')}
        />
        <TimeField
          label="Hora"
          value={time.slice(0, 5)}
          onChange={(hour) => set(`${day} ${hour}`)}
          disabled={!day}
          error={Boolean(error)}
          helperText={error && 'Informe a hora'}
        />
      </Box>
    </Section>
  );
}

const DAYS: readonly [ServedFlag, string][] = [
  ['atendidoDomingo', 'Domingo'],
  ['atendidoSegunda', 'Segunda'],
  ['atendidoTerca', 'Terça'],
  ['atendidoQuarta', 'Quarta'],
  ['atendidoQuinta', 'Quinta'],
  ['atendidoSexta', 'Sexta'],
  ['atendidoSabado', 'Sábado'],
];

export const ServedDaysCard = ({ value, onChange }: CardProps) => (
  <Section title="Dias de atendimento" description={servedText(value)}>
    <FormGroup sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))' }}>
      {DAYS.map(([flag, label]) => (
        <FormControlLabel
          key={flag}
          label={label}
          control={
            <Switch
              size="small"
              checked={value[flag] === 1}
              onChange={(_, checked) => onChange({ [flag]: checked ? 1 : 0 })}
            />
          }
        />
      ))}
    </FormGroup>
  </Section>
);
