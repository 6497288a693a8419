import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { customerUpkeepRoutes } from '../../../../../contract/callcenter/customerUpkeep.ts';
import {
  type ServiceSettings,
  settingsProblems,
} from '../../../../../contract/rules/customers/serviceSettings.ts';
import { textsOf } from '../../../../../contract/rules/problem.ts';
import { CallFailure } from '../../../../dataProvider/failure.ts';
import { useRouteCommand } from '../../../../dataProvider/useRoute.ts';
import { errorText } from '../../../layout/errorText.ts';
import { useUnsaved } from '../../../session/unsaved.ts';
import { usePanelRefresh } from '../../usePanel.ts';
import { ContactCard, FrequencyCard, NextCollectionCard, ServedDaysCard } from './cards.tsx';

interface FrequencyFormProps {
  idCli: number;
  loaded: ServiceSettings;
  versao: number;
  /** Reads the customer anew, after somebody else was faster. */
  onReload: () => void;
}

const SAVED = 'Configurações de atendimento atualizadas com sucesso!';

/** A draft over what was loaded: nothing is written, and nothing lost, before the person says so. */
export function FrequencyForm({ idCli, loaded, versao, onReload }: FrequencyFormProps) {
  const [changes, setChanges] = useState<Partial<ServiceSettings>>({});
  const notify = useNotify();
  const refresh = usePanelRefresh(idCli);
  const written = useRef(false);
  // What was written is a draft no more once the customer was read again; what somebody else wrote leaves it alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what tells that it was read again
  useEffect(() => {
    if (written.current) setChanges({});
    written.current = false;
  }, [versao]);
  const save = useRouteCommand(customerUpkeepRoutes.saveSettings, {
    onSuccess: () => {
      notify(SAVED, { type: 'success' });
      written.current = true;
      refresh();
    },
    onError: (error) => {
      notify(errorText(error), { type: 'error', autoHideDuration: 3000 });
      if (error instanceof CallFailure && error.status === 409) onReload();
    },
  });
  const draft = { ...loaded, ...changes };
  const changed = JSON.stringify(draft) !== JSON.stringify(loaded);
  useUnsaved(changed);
  const errors = textsOf(settingsProblems(draft));
  const change = (part: Partial<ServiceSettings>) => setChanges({ ...changes, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!changed || Object.keys(errors).length > 0) return;
    save.mutate({ params: { idCli }, body: { ...draft, versao } });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
        <FrequencyCard value={draft} onChange={change} />
        <ContactCard value={draft} onChange={change} />
        <NextCollectionCard value={draft} onChange={change} error={errors.dtProximoContatoCobranca} />
        <ServedDaysCard value={draft} onChange={change} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2, mt: 4 }}>
        <Button disabled={!changed || save.isPending} onClick={() => setChanges({})}>
          Descartar alterações
        </Button>
        <Button type="submit" variant="contained" disabled={!changed} loading={save.isPending}>
          Salvar Configurações
        </Button>
      </Box>
    </form>
  );
}
