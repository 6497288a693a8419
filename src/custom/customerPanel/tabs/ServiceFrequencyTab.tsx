import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Switch from '@mui/material/Switch';
import { useNotify } from 'ra-core';
import type { FormEvent } from 'react';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import {
  MAX_CONTACT_INTERVAL_DAYS,
  momentFromField,
  SERVED_FLAGS,
  type ServedFlag,
  type ServiceSettings,
  servedText,
  settingsProblems,
} from '#contract/rules/customers/serviceForm.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { WEEKDAYS } from '#contract/rules/time/calendarDate.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';
import { IntegerField } from '#ui/components/inputs/NumberField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { fieldLabels, useVersionedForm } from '#ui/conflict/useConflict.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { PanelTabProps } from '../panelTabProps.ts';
import { PanelFailure } from '../TabParts.tsx';
import { usePanelCustomer, usePanelRefresh } from '../usePanel.ts';

/** How often and when the customer is contacted, and whether at all (document 001 section 5). */
export function ServiceFrequencyTab({ idCli }: PanelTabProps) {
  const { data, error, refetch } = usePanelCustomer(idCli);
  if (!data) return error ? <PanelFailure error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return <FrequencyForm idCli={idCli} loaded={loadedSettings(data.data)} versao={data.data.versao} />;
}

interface FrequencyFormProps {
  idCli: number;
  loaded: ServiceSettings;
  versao: number;
}

const SAVED = 'Configurações de atendimento atualizadas com sucesso!';

const LABELS = fieldLabels(customerUpkeepRoutes.saveSettings);
const flagLabel = (flag: string) => ({
  label: LABELS[flag] ?? flag,
  show: (value: unknown) => (value === 1 ? 'Sim' : 'Não'),
});

/** A draft on top of the loaded settings: nothing is written or discarded until the person decides. */
function FrequencyForm({ idCli, loaded, versao }: FrequencyFormProps) {
  const versionedForm = useVersionedForm<ServiceSettings>({ versao, initial: loaded, read: loadedSettings });
  const notify = useNotify();
  const refresh = usePanelRefresh(idCli);
  const save = useRouteCommand(customerUpkeepRoutes.saveSettings);
  const { value: draft, changed, set: change } = versionedForm;
  useUnsaved(changed);
  const errors = textsOf(settingsProblems(draft));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!changed || versionedForm.undecided || Object.keys(errors).length > 0) return;
    try {
      const answer = await versionedForm.send((versao) =>
        save.mutateAsync({ params: { idCli }, body: { ...draft, versao } }),
      );
      if (!answer) return;
      notify(SAVED, { type: 'success' });
      refresh();
    } catch (error) {
      notify(errorText(error), { type: 'error', autoHideDuration: 3000 });
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <ConflictView
        conflict={versionedForm}
        name="este cliente"
        labels={{
          ...LABELS,
          ...Object.fromEntries([...SERVED_FLAGS, 'naoContatar'].map((flag) => [flag, flagLabel(flag)])),
        }}
      />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
        <FrequencyCard value={draft} onChange={change} />
        <ContactCard value={draft} onChange={change} />
        <NextCollectionCard value={draft} onChange={change} error={errors.dtProximoContatoCobranca} />
        <ServedDaysCard value={draft} onChange={change} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2, mt: 4 }}>
        <Button disabled={!changed || save.isPending} onClick={versionedForm.reset}>
          Descartar alterações
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={!changed || versionedForm.undecided}
          loading={save.isPending}
        >
          Salvar Configurações
        </Button>
      </Box>
    </form>
  );
}

interface CardProps {
  value: ServiceSettings;
  onChange: (part: Partial<ServiceSettings>) => void;
}

function FrequencyCard({ value, onChange }: CardProps) {
  const days = value.frequenciaAtendimento;
  return (
    <Section title="Dias entre contatos" description="De 1 a 365. Sem número, não há frequência.">
      <IntegerField
        fullWidth
        value={days === 0 ? null : days}
        onChange={(next) => onChange({ frequenciaAtendimento: next ?? 0 })}
        min={1}
        max={MAX_CONTACT_INTERVAL_DAYS}
        after={days === 1 ? 'dia' : 'dias'}
        slotProps={{ htmlInput: { 'aria-label': 'Dias entre contatos' } }}
      />
    </Section>
  );
}

const ContactCard = ({ value, onChange }: CardProps) => (
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

/** The default time when a person enters only a day. */
const USUAL_TIME = '09:00';

function NextCollectionCard({ value, onChange, error }: CardProps & { error: string | undefined }) {
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

const ServedDaysCard = ({ value, onChange }: CardProps) => (
  <Section title="Dias de atendimento" description={servedText(value)}>
    <FormGroup sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))' }}>
      {SERVED_FLAGS.map((flag, weekday) => (
        <FormControlLabel
          key={flag}
          label={upperFirst(WEEKDAYS[weekday] ?? '')}
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

/** The loaded settings, without seconds, since no field shows them. */
const loadedSettings = (customer: PanelCustomer): ServiceSettings => ({
  frequenciaAtendimento: customer.frequenciaAtendimento ?? 0,
  naoContatar: customer.naoContatar,
  dtProximoContatoCobranca: momentFromField(customer.dtProximoContatoCobranca ?? ''),
  ...(Object.fromEntries(SERVED_FLAGS.map((flag) => [flag, customer[flag] ?? 0])) as Record<
    ServedFlag,
    0 | 1
  >),
});
