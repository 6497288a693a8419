import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
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
import { steady } from '#ui/components/steady.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { FlagField } from '#ui/editing/BodyField.tsx';
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
          <FlagField
            label="Respeitar a frequência de contato do cliente"
            value={value.respeitaFrequencia}
            onChange={(on) => set('respeitaFrequencia', on)}
          />
        </Box>
      </Box>
    </Section>
  );
}

interface Option {
  id: string | number;
  nome: string;
  grupo?: string;
}

interface SeveralProps {
  label: string;
  options: readonly Option[];
  chosen: readonly Option['id'][];
  onChange: (chosen: Option['id'][]) => void;
}

/** What of a list is chosen, which a key in another field does not render. */
const Several = steady(({ label, options, chosen, onChange }: SeveralProps) => (
  <Autocomplete
    multiple
    options={options}
    value={options.filter(({ id }) => chosen.includes(id))}
    onChange={(_, next) => onChange(next.map(({ id }) => id))}
    {...(options.some(({ grupo }) => grupo) && { groupBy: ({ grupo = '' }: Option) => grupo })}
    getOptionLabel={({ nome }) => nome}
    getOptionKey={({ id }) => id}
    renderInput={(params) => <TextField {...params} label={label} />}
  />
));

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
        <Box sx={{ gridColumn: '1 / -1' }}>
          <FlagField
            label="Também quem nunca comprou"
            value={value.nuncaComprou}
            onChange={(on) => set('nuncaComprou', on)}
          />
        </Box>
        <Several
          label="Categoria, classe ou rede"
          options={tags}
          chosen={value.tags}
          onChange={(chosen) => set('tags', chosen as Written['tags'])}
        />
        <Several
          label="Score"
          options={scores}
          chosen={value.scores}
          onChange={(chosen) => set('scores', chosen as Written['scores'])}
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
        <Several
          label="Vendedores do cliente"
          options={sellers}
          chosen={value.vendedores}
          onChange={(chosen) => set('vendedores', chosen as Written['vendedores'])}
        />
        <Several
          label="Filiais"
          options={branches}
          chosen={value.filiais}
          onChange={(chosen) => set('filiais', chosen as Written['filiais'])}
        />
      </Box>
    </Section>
  );
}
