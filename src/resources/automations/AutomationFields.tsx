import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { AsyncAutocomplete } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TimeField } from '#ui/components/inputs/DateField.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import type { FormFields } from '#ui/editing/RecordForm.tsx';
import type { Written } from './written.ts';

/** The content of the agendas, and how they are distributed. */
export function AgendaFields({ value, set, errorOf }: FormFields<Written>) {
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
          error={Boolean(errorOf('regra.agenda.descricao'))}
          helperText={errorOf('regra.agenda.descricao')}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
          multiline
          minRows={2}
          sx={{ gridColumn: '1 / -1' }}
        />
        <ChoiceField
          label="Tipo"
          value={value.tipo}
          onChange={(tipo) => set('tipo', tipo)}
          choices={[
            { value: 'A', label: 'Contato' },
            { value: 'C', label: 'Cobrança' },
          ]}
        />
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

/** Selects the customers: all filled-in conditions must hold. */
export function CustomerFields({ value, set, errorOf }: FormFields<Written>) {
  const tags = useRoute(automationRoutes.tags, {}).data ?? [];
  const scores = useRoute(automationRoutes.scores, {}).data ?? [];
  const sellers = useRoute(salesLookupRoutes.sellerNames, {}).data ?? [];
  const branches = (currentInitialLoad()?.filiais ?? []).map(({ idFil, razSoc }) => ({
    id: idFil,
    nome: razSoc,
  }));
  const days = (key: 'semComprarDe' | 'semComprarAte', label: string) => (
    <NumberField
      label={label}
      value={value[key] || null}
      onChange={(next) => set(key, next ?? '')}
      max="9999"
      error={Boolean(errorOf(key))}
      helperText={errorOf(key)}
    />
  );
  return (
    <Section
      title="Clientes"
      description="Vale tudo o que for preenchido; em cada lista, basta um. Quem pediu para não ser contatado fica sempre de fora."
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {days('semComprarDe', 'Sem comprar há pelo menos (dias)')}
        {days('semComprarAte', 'Sem comprar há no máximo (dias)')}
        <FormControlLabel
          sx={{ gridColumn: '1 / -1' }}
          control={
            <Switch
              checked={value.nuncaComprou}
              onChange={(event) => set('nuncaComprou', event.target.checked)}
            />
          }
          label="Também quem nunca comprou"
        />
        <Autocomplete
          multiple
          options={tags}
          value={tags.filter(({ id }) => value.tags.includes(id))}
          onChange={(_, chosen) =>
            set(
              'tags',
              chosen.map(({ id }) => id),
            )
          }
          groupBy={({ grupo }) => grupo}
          getOptionLabel={({ nome }) => nome}
          getOptionKey={({ id }) => id}
          renderInput={(params) => <TextField {...params} label="Categoria, classe ou rede" />}
        />
        <Autocomplete
          multiple
          options={scores}
          value={scores.filter(({ id }) => (value.scores as string[]).includes(id))}
          onChange={(_, chosen) => set('scores', chosen.map(({ id }) => id) as Written['scores'])}
          getOptionLabel={({ nome }) => nome}
          renderInput={(params) => <TextField {...params} label="Score" />}
        />
        <AsyncAutocomplete
          multiple
          label="Regiões"
          value={value.regioes.map(({ id, nome }) => ({ value: id, label: nome }))}
          onChange={(chosen) =>
            set(
              'regioes',
              chosen.map((each) => ({ id: Number(each.value), nome: each.label })),
            )
          }
          load={async (q, signal) =>
            (await call(salesLookupRoutes.regions, { query: { q } }, { signal })).map(({ id, desc }) => ({
              value: id,
              label: desc,
            }))
          }
        />
        <Autocomplete
          multiple
          options={sellers}
          value={sellers.filter(({ id }) => value.vendedores.includes(id))}
          onChange={(_, chosen) =>
            set(
              'vendedores',
              chosen.map(({ id }) => id),
            )
          }
          getOptionLabel={({ nome }) => nome}
          getOptionKey={({ id }) => id}
          renderInput={(params) => <TextField {...params} label="Vendedores do cliente" />}
        />
        <Autocomplete
          multiple
          options={branches}
          value={branches.filter(({ id }) => value.filiais.includes(id))}
          onChange={(_, chosen) =>
            set(
              'filiais',
              chosen.map(({ id }) => id),
            )
          }
          getOptionLabel={({ nome }) => nome}
          getOptionKey={({ id }) => id}
          renderInput={(params) => <TextField {...params} label="Filiais" />}
        />
      </Box>
    </Section>
  );
}
