import RefreshOutlined from '@mui/icons-material/RefreshOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { type ParameterTitle, parameterRoutes, salesPlatformRoutes } from '#contract/config/parameters.ts';
import { formatCount } from '#contract/rules/format.ts';
import { PARAMETER_GROUPS } from '#contract/rules/parameters/parameterKind.ts';
import { type InitialLoad, sessionRoutes } from '#contract/session/session.ts';
import { clearAnswers } from '#data/answerCache.ts';
import { keepLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { textOf } from './ParameterDialog.tsx';
import { ParametersScreen } from './ParametersScreen.tsx';

/** `/parametros`: every parameter of the installation. */
export function ParametersPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_PARAMETROS">
      <ParametersScreen title={{ menu: 'Parâmetros' }} routes={parameterRoutes} />
    </RequirePermission>
  );
}

/** `/configuracao-fv`: the configuration of the field sales app, for all branches or a single one. */
export function FieldSalesPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_FV">
      <ParametersScreen
        title={{ menu: 'Configuração FV', inFull: 'Configuração da força de vendas' }}
        routes={salesPlatformRoutes}
      />
    </RequirePermission>
  );
}

/** `/carga-inicial`: the data loaded at sign-in, which can be reloaded without signing out. */
export function InitialLoadPage() {
  return (
    <RequirePermission permission="CALLCENTER_CARGA_INICIAL">
      <Load />
    </RequirePermission>
  );
}

function Load() {
  const answer = useRoute(sessionRoutes.load, {});
  return (
    <LoadedPage answer={answer} title={{ menu: 'Carga Inicial' }}>
      {(load) => (
        <Page
          title={{ menu: 'Carga Inicial' }}
          width="form"
          actions={<Refresh onRequested={answer.refetch} />}
        >
          <Parts load={load} />
        </Page>
      )}
    </LoadedPage>
  );
}

interface RefreshProps {
  onRequested: () => Promise<{ data?: InitialLoad | undefined; error: unknown }>;
}

/** Replaces the load with a fresh one and clears the cached lookups. */
function Refresh({ onRequested }: RefreshProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    const { data, error } = await onRequested();
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

/** For a module without actions of its own, the only permission is to open it. */
const actionsText = (actions: readonly { autorizado: boolean }[]): string =>
  actions.length === 0
    ? 'Acesso'
    : `${actions.filter(({ autorizado }) => autorizado).length} de ${formatCount(actions.length, 'ação', 'ações')}`;

/** E.g. 'Horário Padrão de Brasília'. */
const clockOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'long' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

type Values = Readonly<Record<string, unknown>>;

/** The loaded parameters, with the titles and groups of `/parametros`; those without a title show their key. */
function LoadedParameters({ values }: { values: Values }) {
  const { data: titles = [], isPending } = useRoute(parameterRoutes.titles, {});
  const presentTitles = titles.filter(({ chave }) => chave in values);
  const named = new Set(presentTitles.map(({ chave }) => chave));
  const others = isPending ? [] : Object.keys(values).filter((key) => !named.has(key));
  return (
    <Section title={formatCount(Object.keys(values).length, 'parâmetro', 'parâmetros')}>
      {PARAMETER_GROUPS.map((group) => (
        <Group
          key={group}
          title={group}
          items={presentTitles
            .filter(({ grupo }) => grupo === group)
            .map((each) => itemOf(each, values[each.chave]))}
        />
      ))}
      <Group
        title="Sem título"
        items={others.sort().map((key) => ({ label: key, value: plainText(values[key]) }))}
      />
    </Section>
  );
}

interface GroupProps {
  title: string;
  items: { label: string; value: string }[];
}

const Group = ({ title, items }: GroupProps) =>
  items.length > 0 && (
    <>
      <Typography component="h3" sx={{ fontWeight: 600, mt: 4, mb: 2, '&:first-of-type': { mt: 0 } }}>
        {title}
      </Typography>
      <KeyValueList items={items} />
    </>
  );

const itemOf = (title: ParameterTitle, value: unknown) => ({
  label: title.titulo,
  value: textOf(title, value),
});

const plainText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
