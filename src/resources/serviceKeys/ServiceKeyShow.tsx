import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useGetOne } from 'ra-core';
import { useState } from 'react';
import { MAIL_SCOPE, ServiceKey } from '../../../contract/config/serviceKeys.ts';
import { field } from '../../../contract/field.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS } from '../../../contract/records/routes/feed.ts';
import { recordRoutes } from '../../../contract/records/routes/records.ts';
import { upperFirst } from '../../../contract/rules/text.ts';
import { RecordScreen } from '../../custom/console/RequirePermission.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { type GivenSecret, SecretDialog } from '../../ui/components/ConfirmDialog.tsx';
import { type KeyValue, KeyValueList } from '../../ui/components/detail/Section.tsx';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import { LoadedPage } from '../../ui/shell/LoadedPage.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { KeyActions } from './KeyActions.tsx';
import { VERB_LABELS } from './NewKeyDialog.tsx';
import { SITUATIONS } from './ServiceKeyList.tsx';

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
  const queries = useQueryClient();
  const show = (secret: GivenSecret) => {
    setGiven(secret);
    void queries.invalidateQueries();
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
    [MAIL_SCOPE.tipo, MAIL_SCOPE.titulo],
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
  { label: words('criado'), value: <RelativeDate value={key.criado} exact /> },
  { label: words('autor'), value: key.autor },
];
