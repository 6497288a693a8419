import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { Section } from '../../ui/components/detail/Section.tsx';
import { NumberField } from '../../ui/components/inputs/NumberField.tsx';
import { TimeField } from '../../ui/components/inputs/TimeField.tsx';
import type { RecordFields } from '../../ui/editing/RecordForm.tsx';
import type { Written } from './written.ts';

/** What is scheduled, and how it is spread. */
export function AgendaFields({ value, set, errorOf }: RecordFields<Written>) {
  const digits = (key: 'dias' | 'maximo', label: string, help: string) => (
    <NumberField
      label={label}
      required
      value={value[key] || null}
      onChange={(next) => set(key, next ?? '')}
      min="1"
      max={key === 'dias' ? '60' : '1000'}
      error={Boolean(errorOf(`regra.${key}`) ?? errorOf(key))}
      helperText={errorOf(`regra.${key}`) ?? errorOf(key) ?? help}
    />
  );
  return (
    <Section
      title="Agenda"
      description="Cada contato vai para quem vende ao cliente, no dia em que essa pessoa tem mais lugar."
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextField
          label="Assunto"
          required
          value={value.assunto}
          onChange={(event) => set('assunto', event.target.value)}
          error={Boolean(errorOf('assunto') ?? errorOf('regra.agenda.assunto'))}
          helperText={errorOf('assunto') ?? errorOf('regra.agenda.assunto')}
          slotProps={{ htmlInput: { maxLength: 120 } }}
          sx={{ gridColumn: '1 / -1' }}
        />
        <TextField
          label="Descrição"
          value={value.descricao}
          onChange={(event) => set('descricao', event.target.value)}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          sx={{ gridColumn: '1 / -1' }}
        />
        <TextField
          select
          label="Tipo"
          value={value.tipo}
          onChange={(event) => set('tipo', event.target.value === 'C' ? 'C' : 'A')}
        >
          <MenuItem value="A">Contato</MenuItem>
          <MenuItem value="C">Cobrança</MenuItem>
        </TextField>
        <TimeField
          label="A partir de"
          value={value.hora}
          onChange={(hora) => set('hora', hora)}
          error={Boolean(errorOf('regra.agenda.hora'))}
          helperText={
            errorOf('regra.agenda.hora') ?? 'Hora do primeiro contato; os outros seguem a cada 10 minutos.'
          }
        />
        {digits('dias', 'Espalhar por (dias úteis)', 'A partir de amanhã, de 1 a 60.')}
        {digits('maximo', 'Máximo por execução', 'De 1 a 1.000; quem espera há mais tempo vem antes.')}
        <Box sx={{ gridColumn: '1 / -1', display: 'grid' }}>
          <FormControlLabel
            control={
              <Switch
                checked={value.respeitaDias}
                onChange={(event) => set('respeitaDias', event.target.checked)}
              />
            }
            label="Só nos dias de atendimento do cliente"
          />
          <FormControlLabel
            control={
              <Switch
                checked={value.respeitaFrequencia}
                onChange={(event) => set('respeitaFrequencia', event.target.checked)}
              />
            }
            label="Respeitar a frequência de contato do cliente"
          />
        </Box>
      </Box>
    </Section>
  );
}
