import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Route, Link as RouterLink, Routes, useParams } from 'react-router-dom';
import type { IconName } from '#contract/catalogs/catalog.ts';
import { standardType } from '#contract/records/index.ts';
import {
  type RecordKey,
  type RecordTypeSummary,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '#contract/records/routes/records.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { useRoute } from '#data/useRoute.ts';
import { InvoiceFacts } from '#src/resources/invoicePapers/shared/InvoicePapers.tsx';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { LoadedPage, UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { Forbidden, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { FieldOwnersPage } from './FieldOwnersPage.tsx';
import { PriceProposalsPage } from './prices/PriceProposalsPage.tsx';
import { ProposedPrice } from './prices/ProposedPrice.tsx';
import { RecordList } from './RecordList.tsx';
import { ImportPage } from './shared/import/ImportPage.tsx';
import { ImportStartPage } from './shared/import/ImportStartPage.tsx';
import type { ImportPlace } from './shared/import/importFlow.ts';
import { RecordEditor } from './shared/RecordEditor.tsx';
import { recordName, useRecordLive } from './shared/recordColumns.tsx';

/** `/cadastros/*`: all types, the list of a type, a single record. What they show is derived from the type. */
export function RecordScreens() {
  return (
    <Routes>
      <Route index element={<RecordTypesPage />} />
      <Route
        path=":chave"
        element={<OfType>{(type) => <RecordList key={type.chave} type={type} />}</OfType>}
      />
      <Route
        path=":chave/origem"
        element={<OfType>{(type) => <FieldOwnersPage key={type.chave} type={type} />}</OfType>}
      />
      <Route
        path=":chave/importar"
        element={<Importing>{(type) => <ImportStartPage place={placeOf(type)} />}</Importing>}
      />
      <Route
        path=":chave/importar/:idImportacao"
        element={<Importing>{(type) => <ImportPage place={placeOf(type)} />}</Importing>}
      />
      <Route path="produtos/propostas" element={<PriceProposalsPage />} />
      <Route path=":chave/:id" element={<OfType>{(type) => <Record type={type} />}</OfType>} />
      <Route path="*" element={<UnknownPath />} />
    </Routes>
  );
}

const placeOf = (type: RecordTypeView): ImportPlace => {
  const list = `/cadastros/${type.chave}`;
  const start = `${list}/importar`;
  // Fields are typed as plain data on the wire; their shape is defined by the type.
  const { chave, titulo, codigo } = type;
  const campos = type.campos as ImportPlace['type']['campos'];
  return {
    type: { chave, titulo: titulo as ImportPlace['type']['titulo'], codigo, campos },
    list,
    start,
    one: (id) => `${start}/${id}`,
  };
};

/** For people who may import the type. */
const Importing = ({ children }: { children: (type: RecordTypeView) => ReactNode }) => (
  <OfType>
    {(type) => (type.pode.importar ? children(type) : <Forbidden what={`Importar ${type.titulo.muitos}`} />)}
  </OfType>
);

function Record({ type }: { type: RecordTypeView }) {
  const { id = '' } = useParams();
  if (id !== 'create' && !/^\d{1,9}$/.test(id)) return <UnknownPath />;
  return <RecordPage key={`${type.chave} ${id}`} type={type} id={id === 'create' ? null : Number(id)} />;
}

/** A screen for the type named in the address, for people who may read it. */
function OfType({ children }: { children: (type: RecordTypeView) => ReactNode }) {
  const { chave = '' } = useParams();
  const standard = standardType(chave);
  const loaded = <Loaded chave={chave}>{children}</Loaded>;
  // For a company-defined type, only the server knows who has access.
  return standard ? (
    <RequirePermission permission={standard.permissoes.ler}>{loaded}</RequirePermission>
  ) : (
    loaded
  );
}

function Loaded({ chave, children }: { chave: RecordKey; children: (type: RecordTypeView) => ReactNode }) {
  // A type changes only with a new version of the console or when it is published.
  const answer = useRoute(recordRoutes.type, { params: { chave } }, { staleTime: 5 * 60_000 });
  const { data, error } = answer;
  if (error?.status === 404 || (!data && error?.status === 422)) return <UnknownPath />;
  if (!data && error?.status === 403) return <Forbidden />;
  return (
    <LoadedPage answer={answer} title="Cadastro">
      {(type) => children(type.data)}
    </LoadedPage>
  );
}

/** `/cadastros`: the types that the person may read, by group, with the number of records of each. */
function RecordTypesPage() {
  const answer = useRoute(recordRoutes.types, {});
  return (
    <LoadedPage answer={answer} title={ALL_TYPES}>
      {({ itens }) => <RecordTypes types={itens} />}
    </LoadedPage>
  );
}

const ALL_TYPES = { menu: 'Todos os cadastros' } as const;

function RecordTypes({ types }: { types: readonly RecordTypeSummary[] }) {
  const groups = [...new Set(types.map(({ grupo }) => grupo))];
  return (
    <Page title={ALL_TYPES}>
      {groups.length === 0 && (
        <EmptyState title="Nenhum cadastro" text="Peça a um administrador a permissão de ver os cadastros." />
      )}
      {groups.map((group) => (
        <Box key={group} component="section" aria-label={group} sx={{ mb: 6 }}>
          <Typography variant="h2" sx={{ fontSize: '1rem', mb: 2 }}>
            {group}
          </Typography>
          <Box
            component="ul"
            sx={{
              listStyle: 'none',
              m: 0,
              p: 0,
              display: 'grid',
              gap: 3,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
            }}
          >
            {types
              .filter(({ grupo }) => grupo === group)
              .map((type) => (
                <TypeCard key={type.chave} type={type} />
              ))}
          </Box>
        </Box>
      ))}
    </Page>
  );
}

const TypeCard = ({ type }: { type: RecordTypeSummary }) => (
  <Box
    component="li"
    sx={(t) => ({
      position: 'relative',
      display: 'flex',
      gap: 3,
      p: 4,
      borderRadius: 2,
      border: `1px solid ${t.vars.palette.components.linha}`,
      '&:hover, &:focus-within': { borderColor: t.vars.palette.primary.main },
    })}
  >
    <CatalogIcon name={type.icone as IconName} size={24} />
    <div>
      <Link
        component={RouterLink}
        to={`/cadastros/${type.chave}`}
        underline="hover"
        // Extends the link's target over the whole card.
        sx={{ fontWeight: 600, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
      >
        {upperFirst(type.titulo.muitos)}
      </Link>
      <SecondaryText as="div">
        {formatCount(type.total, type.titulo.um, type.titulo.muitos, DISPLAY_CAP)}
      </SecondaryText>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {type.descricao}
      </Typography>
    </div>
  </Box>
);

interface RecordPageProps {
  type: RecordTypeView;
  /** `null` creates a new record. */
  id: number | null;
}

/** `/cadastros/{chave}/{id}` and `/cadastros/{chave}/create`: a single record, edited with the form of its type. */
function RecordPage({ type, id }: RecordPageProps) {
  const permission = standardType(type.chave)?.permissoes.criar;
  if (id === null && !type.pode.criar)
    return <Forbidden what={`Criar ${type.titulo.um}`} {...(permission && { permission })} />;
  return id === null ? <RecordFrame type={type} record={undefined} /> : <Stored type={type} id={id} />;
}

function Stored({ type, id }: { type: RecordTypeView; id: number }) {
  const params = { chave: type.chave as RecordKey, id };
  const answer = useRoute(recordRoutes.get, { params });
  useRecordLive(type.chave, id, answer.refetch);
  return (
    <LoadedPage answer={answer} title={upperFirst(type.titulo.um)}>
      {({ data }) => <RecordFrame type={type} record={data as StoredRecord} />}
    </LoadedPage>
  );
}

function RecordFrame({ type, record }: { type: RecordTypeView; record: StoredRecord | undefined }) {
  const { chave, titulo } = type;
  const many = upperFirst(titulo.muitos);
  return (
    <Page
      title={record ? recordName(type, record) : `Criar ${titulo.um}`}
      crumbs={[{ label: many, to: `/cadastros/${chave}` }]}
      width="form"
    >
      {record && chave === 'produtos' && <ProposedPrice id={record.id} />}
      {record && chave === 'notas' && <InvoiceFacts numNf={String(record.chave)} />}
      <RecordEditor type={type} record={record} backTo={`/cadastros/${chave}`} />
    </Page>
  );
}
