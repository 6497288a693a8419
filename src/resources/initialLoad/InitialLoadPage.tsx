import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { permissionNames } from '../../../contract/catalogs/permissionNames.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { type InitialLoad, sessionRoutes } from '../../../contract/session/session.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { clearAnswers } from '../../dataProvider/answerCache.ts';
import { keepLoad } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { Section } from '../../ui/components/detail/Section.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { LoadedParameters } from './LoadedParameters.tsx';

/** `/carga-inicial`: what the console was told at the sign-in, and the way to be told anew without leaving. */
export function InitialLoadPage() {
  return (
    <Guarded permission="CALLCENTER_CARGA_INICIAL">
      <Load />
    </Guarded>
  );
}

function Load() {
  const { data, error, isPending, refetch } = useRoute(sessionRoutes.load, {});
  if (isPending) return <PageSkeleton />;
  return (
    <Page title="Carga Inicial" width="form" actions={<Refresh onAsked={refetch} />}>
      {data ? <Parts load={data} /> : <ErrorState error={error} onRetry={() => refetch()} />}
    </Page>
  );
}

interface RefreshProps {
  onAsked: () => Promise<{ data?: InitialLoad | undefined; error: unknown }>;
}

/** Forgets the look-ups that were kept, and puts what is asked now in the place of the load. */
function Refresh({ onAsked }: RefreshProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    const { data, error } = await onAsked();
    setBusy(false);
    if (error || !data) {
      notify('Não foi possível atualizar. Os dados de antes continuam valendo.', { type: 'error' });
      return;
    }
    keepLoad(data);
    clearAnswers();
    await queries.invalidateQueries();
    notify('Dados atualizados.', { type: 'success' });
  };
  return (
    <Button
      variant="contained"
      startIcon={<RefreshOutlined />}
      loading={busy}
      loadingPosition="start"
      onClick={refresh}
    >
      Atualizar dados
    </Button>
  );
}

function Parts({ load }: { load: InitialLoad }) {
  const { colaborador, loja, filiais, modulos, parametros, colaboradores } = load;
  const granted = modulos.filter(({ autorizado }) => autorizado);
  return (
    <Stack spacing={4}>
      <Section title="Quem está conectado">
        <KeyValueList
          items={[
            { label: 'Nome', value: colaborador.nome },
            { label: 'Perfil', value: colaborador.tipoDescricao },
            { label: 'Empresa', value: loja.nome },
            { label: 'Colegas', value: String(colaboradores.length) },
          ]}
        />
      </Section>
      <Section title={formatCount(filiais.length, 'filial', 'filiais')}>
        <KeyValueList
          items={filiais.map(({ idFil, fant, fuso }) => ({
            label: `${idFil} - ${fant}`,
            value: clockOf(fuso),
          }))}
        />
      </Section>
      <Section
        title={formatCount(granted.length, 'módulo', 'módulos')}
        description="O que o perfil dá, e quantas ações de cada um."
      >
        <KeyValueList
          items={granted.map(({ nome, moduloAcoes }) => ({
            label: permissionNames[nome as keyof typeof permissionNames] ?? nome,
            value: actionsText(moduloAcoes),
          }))}
        />
      </Section>
      <LoadedParameters values={parametros} />
    </Stack>
  );
}

/** A module without actions of its own is only opened. */
const actionsText = (actions: readonly { autorizado: boolean }[]): string =>
  actions.length === 0
    ? 'Acesso'
    : `${actions.filter(({ autorizado }) => autorizado).length} de ${formatCount(actions.length, 'ação', 'ações')}`;

/** 'Horário Padrão de Brasília' */
const clockOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'long' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
