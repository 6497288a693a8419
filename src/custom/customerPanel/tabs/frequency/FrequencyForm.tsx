import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import type { FormEvent } from 'react';
import { customerUpkeepRoutes } from '../../../../../contract/callcenter/customerUpkeep.ts';
import {
  SERVED_FLAGS,
  type ServiceSettings,
  settingsProblems,
} from '../../../../../contract/rules/customers/serviceSettings.ts';
import { textsOf } from '../../../../../contract/rules/problem.ts';
import { useRouteCommand } from '../../../../dataProvider/useRoute.ts';
import { useUnsaved } from '../../../../ui/components/frame/unsaved.ts';
import { ConflictView } from '../../../../ui/conflict/ConflictView.tsx';
import { fieldLabels } from '../../../../ui/conflict/fieldLabels.ts';
import { useHeldForm } from '../../../../ui/conflict/useHeldForm.ts';
import { errorText } from '../../../../ui/shell/errorText.ts';
import { usePanelRefresh } from '../../usePanel.ts';
import { ContactCard, FrequencyCard, NextCollectionCard, ServedDaysCard } from './cards.tsx';
import { loadedSettings } from './loadedSettings.ts';

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

/** A draft over what was loaded: nothing is written, and nothing lost, before the person says so. */
export function FrequencyForm({ idCli, loaded, versao }: FrequencyFormProps) {
  const held = useHeldForm<ServiceSettings>({ versao, initial: loaded, read: loadedSettings });
  const notify = useNotify();
  const refresh = usePanelRefresh(idCli);
  const save = useRouteCommand(customerUpkeepRoutes.saveSettings);
  const { value: draft, changed, set: change } = held;
  useUnsaved(changed);
  const errors = textsOf(settingsProblems(draft));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!changed || held.undecided || Object.keys(errors).length > 0) return;
    try {
      const answer = await held.send((standing) =>
        save.mutateAsync({ params: { idCli }, body: { ...draft, versao: standing } }),
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
        conflict={held}
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
        <Button disabled={!changed || save.isPending} onClick={held.reset}>
          Descartar alterações
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={!changed || held.undecided}
          loading={save.isPending}
        >
          Salvar Configurações
        </Button>
      </Box>
    </form>
  );
}
