import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'ra-core';
import { useCallback, useState } from 'react';
import {
  ALL_TYPES,
  ALL_TYPES_TITLE,
  CALL_SCOPE,
  MAIL_SCOPE,
  OTHER_SCOPES,
  ServiceKey,
  serviceKeyRoutes,
} from '#contract/config/serviceKeys.ts';
import { field } from '#contract/field.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS } from '#contract/records/routes/feed.ts';
import { recordRoutes } from '#contract/records/routes/records.ts';
import { formatCount } from '#contract/rules/format.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute } from '#data/useRoute.ts';
import { type GivenSecret, SecretDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { type KeyValue, KeyValueList } from '#ui/components/detail/Section.tsx';
import { RelativeDate, SecondaryText } from '#ui/components/display/Texts.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { KeyActions } from './KeyActions.tsx';
import { KeyDialog, VERB_LABELS } from './KeyDialog.tsx';

/** `/chaves`: the keys with which other systems read and write records. */
export function ServiceKeyList() {
  return (
    <RequirePermission permission="CONFIGURACAO_CHAVES">
      <Keys />
    </RequirePermission>
  );
}

function Keys() {
  const [asking, setAsking] = useState(false);
  const [given, setGiven] = useState<GivenSecret>();
  const refetch = useRefetch();
  const show = useCallback(
    (secret: GivenSecret) => {
      setAsking(false);
      setGiven(secret);
      void refetch(serviceKeyRoutes.create);
    },
    [refetch],
  );
  const rowActions = useCallback(
    (key: ServiceKey) => key.situacao !== 'REVOGADA' && <KeyActions of={key} onGiven={show} />,
    [show],
  );
  return (
    <>
      <ListPage<ServiceKey>
        resource="chaves"
        title={{ menu: 'Chaves de integração' }}
        noun={['chave', 'chaves']}
        columns={COLUMNS}
        rowActions={rowActions}
        actionsWidth={350}
        sort={{ field: 'id', order: 'DESC' }}
        search={{ key: 'q', label: 'Buscar chaves', placeholder: 'Nome ou início da chave' }}
        empty={{
          title: 'Nenhuma chave',
          text: 'Com uma chave o seu ERP lê e grava produtos, preços, estoque e os outros cadastros em /dados/v1.',
        }}
        actions={
          <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setAsking(true)}>
            Criar chave
          </Button>
        }
      />
      {asking && <KeyDialog onClose={() => setAsking(false)} onMade={show} />}
      {given && <SecretDialog given={given} onClose={() => setGiven(undefined)} />}
    </>
  );
}

export const SITUATIONS: Readonly<Record<ServiceKey['situacao'], string>> = {
  ATIVA: 'Ativa',
  VENCIDA: 'Vencida',
  REVOGADA: 'Revogada',
};

const COLUMNS: readonly Column<ServiceKey>[] = [
  fieldColumn(ServiceKey, 'nome', { card: 'title', second: ({ inicio }) => `${inicio}…` }),
  fieldColumn(ServiceKey, 'escopos', {
    width: 180,
    card: 'fact',
    render: ({ escopos, filiais }) => (
      <>
        {scopeWords(escopos)}
        <SecondaryText>
          {filiais.length > 0 ? `, só ${filiais.map(({ nome }) => nome).join(', ')}` : ''}
        </SecondaryText>
      </>
    ),
  }),
  fieldColumn(ServiceKey, 'ultimoUso', { width: 170, none: 'nunca' }),
  fieldColumn(ServiceKey, 'validade', { width: 170, card: 'fact', none: 'sem fim' }),
  fieldColumn(ServiceKey, 'situacao', {
    width: 130,
    card: 'corner',
    shown: (situacao) => SITUATIONS[situacao],
  }),
];

/** E.g. '3 cadastros', 'entrega e-mails', or both; 'avisa ligações' of a key that does nothing else. */
function scopeWords(scopes: ServiceKey['escopos']): string {
  const names = (scope: { tipo: string }) => scopes.some(({ tipo }) => tipo === scope.tipo);
  const records = scopes.filter(({ tipo }) => OTHER_SCOPES.every((other) => other.tipo !== tipo)).length;
  if (names({ tipo: ALL_TYPES })) return 'todos, também os que vierem';
  return [
    ...(records > 0 ? [formatCount(records, 'cadastro', 'cadastros')] : []),
    ...(names(MAIL_SCOPE) ? ['entrega e-mails'] : []),
    ...(names(CALL_SCOPE) ? ['avisa ligações'] : []),
  ].join(', ');
}

/** `/chaves/{id}`: a key's permissions, its allowed addresses, and its last use. Its secret is not shown again. */
export const ServiceKeyShow = () => (
  <RecordScreen permission="CONFIGURACAO_CHAVES">{(id) => <Shown id={id} />}</RecordScreen>
);

function Shown({ id }: { id: number }) {
  const answer = useGetOne<ServiceKey>('chaves', { id });
  return (
    <LoadedPage answer={answer} title={`Chave ${id}`}>
      {(serviceKey) => <KeyPage serviceKey={serviceKey} />}
    </LoadedPage>
  );
}

function KeyPage({ serviceKey }: { serviceKey: ServiceKey }) {
  const [given, setGiven] = useState<GivenSecret>();
  const refetch = useRefetch();
  const show = (secret: GivenSecret) => {
    setGiven(secret);
    void refetch(serviceKeyRoutes.create);
  };
  return (
    <Page
      title={serviceKey.nome}
      width="reading"
      {...(serviceKey.situacao !== 'REVOGADA' && { aside: <KeyActions of={serviceKey} onGiven={show} /> })}
    >
      <KeyValueList items={facts(serviceKey)} />
      <Typography component="h2" variant="subtitle1" sx={{ mt: 4, mb: 1 }}>
        O que a chave pode
      </Typography>
      <ScopeList scopes={serviceKey.escopos} />
      {given && <SecretDialog given={given} onClose={() => setGiven(undefined)} />}
    </Page>
  );
}

/** Scopes with the display names of their types; a removed type is shown by its key. */
function ScopeList({ scopes }: { scopes: ServiceKey['escopos'] }) {
  const types = useRoute(recordRoutes.types, {}).data?.itens ?? [];
  const titles = new Map<string, string>([
    ...FEED_SUBJECT_KEYS.map((key) => [key, FEED_SUBJECTS[key].titulo] as const),
    ...types.map(({ chave, titulo }) => [chave, titulo.muitos] as const),
    ...OTHER_SCOPES.map(({ tipo, titulo }) => [tipo, titulo] as const),
    [ALL_TYPES, ALL_TYPES_TITLE],
  ]);
  const items = scopes.map(({ tipo, verbos }) => ({
    label: upperFirst(titles.get(tipo) ?? tipo),
    value: verbos.map((verb) => VERB_LABELS[verb]).join(', '),
  }));
  return (
    <KeyValueList items={items.toSorted((one, other) => one.label.localeCompare(other.label, 'pt-BR'))} />
  );
}

const words = (name: Parameters<typeof field<typeof ServiceKey>>[1]) => field(ServiceKey, name).label;

const facts = (key: ServiceKey): KeyValue[] => [
  { label: words('situacao'), value: SITUATIONS[key.situacao] },
  { label: words('inicio'), value: `${key.inicio}…` },
  { label: words('filiais'), value: key.filiais.map(({ nome }) => nome).join(', ') || 'Todas' },
  { label: words('enderecos'), value: key.enderecos.join(', ') || 'Qualquer um' },
  { label: words('dadosPessoais'), value: key.dadosPessoais ? 'Sim' : 'Não, chegam mascarados' },
  { label: words('validade'), value: key.validade ? <RelativeDate value={key.validade} exact /> : 'Sem fim' },
  { label: words('ultimoUso'), value: key.ultimoUso ? <RelativeDate value={key.ultimoUso} /> : 'Nunca' },
  ...(key.ultimoEndereco ? [{ label: words('ultimoEndereco'), value: key.ultimoEndereco }] : []),
  ...(key.anteriorAte
    ? [{ label: words('anteriorAte'), value: <RelativeDate value={key.anteriorAte} exact /> }]
    : []),
  ...(key.assinaDesde
    ? [{ label: words('assinaDesde'), value: <RelativeDate value={key.assinaDesde} exact /> }]
    : []),
  { label: words('criado'), value: <RelativeDate value={key.criado} exact /> },
  { label: words('autor'), value: key.autor },
];
