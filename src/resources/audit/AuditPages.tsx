import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'ra-core';
import { Link } from 'react-router-dom';
import { auditActions, auditEntities } from '#contract/catalogs/auditNames.ts';
import { AuditEntry, auditDifferences } from '#contract/config/people/audit.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { type Filter, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { namedOptions } from '#ui/components/FilterBar/namedOptions.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { oneOf, period } from '#ui/lists/filterKinds.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { exactly } from '#ui/lists/shown.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen, RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { fieldName } from './fieldName.ts';

/** `/auditoria`: every write, newest first; read-only. */
export function AuditList() {
  return (
    <RequirePermission permission="AUDITORIA">
      <Log />
    </RequirePermission>
  );
}

function Log() {
  return (
    <ListPage<AuditEntry>
      resource="auditoria"
      title={{ menu: 'Auditoria' }}
      noun={['registro', 'registros']}
      columns={auditColumns}
      perPage={50}
      sort={{ field: 'id', order: 'DESC' }}
      filters={auditFilters()}
      search={{ key: 'registro', label: 'Buscar por registro', placeholder: 'Número do registro' }}
      empty={{ title: 'Nada registrado ainda', text: 'Cada mudança feita no console aparece aqui.' }}
    />
  );
}

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pt-BR'));

/** Filters by person, action, record and time. */
function auditFilters(): Filter[] {
  return [
    oneOf('entidade', 'Registro', options(auditEntities), { pinned: true }),
    oneOf('acao', 'Ação', options(auditActions), { pinned: true }),
    oneOf('pessoa', 'Quem', laterOptions('pessoa', lookupRoutes.attendants, {}, namedOptions), {
      pinned: true,
    }),
    period('Quando', { pinned: true }),
  ];
}

const actionName = ({ acao }: AuditEntry): string => auditActions[acao] ?? acao;

/** 'Alterou, 5 vezes': of a form that saves itself. */
const savedName = (entry: AuditEntry): string =>
  entry.vezes > 1 ? `${actionName(entry)}, ${entry.vezes} vezes` : actionName(entry);

/** 'Cliente 230 · Mercado Sol'. */
export const recordName = ({ entidade, registro, nome }: AuditEntry): string =>
  [`${auditEntities[entidade] ?? entidade} ${registro}`, nome].filter(Boolean).join(' · ');

/** The changed fields on one line. */
const changedFields = (entry: AuditEntry): string =>
  auditDifferences(entry.antes, entry.depois)
    .map(({ field }) => fieldName(entry, field))
    .join(', ') || '—';

const auditColumns: readonly Column<AuditEntry>[] = [
  fieldColumn(AuditEntry, 'quando', { width: 170, card: 'fact', shown: exactly }),
  fieldColumn(AuditEntry, 'pessoa', { label: 'Quem', width: 200, card: 'fact', none: 'Sistema' }),
  { id: 'acao', label: 'O que fez', width: 190, card: 'title', render: savedName },
  fieldColumn(AuditEntry, 'registro', { width: 190, card: 'corner', render: recordName }),
  { id: 'campos', label: 'Campos', minWidth: 220, render: changedFields },
  fieldColumn(AuditEntry, 'ip', { width: 150 }),
];

/** `/auditoria/{id}`: one write, and what it changed. */
export const AuditShow = () => (
  <RecordScreen permission="AUDITORIA">{(id) => <Entry id={id} />}</RecordScreen>
);

function Entry({ id }: { id: number }) {
  const answer = useGetOne<AuditEntry>('auditoria', { id });
  return (
    <LoadedPage answer={answer} title={`Registro ${id}`}>
      {(entry) => <EntryPage entry={entry} />}
    </LoadedPage>
  );
}

function EntryPage({ entry }: { entry: AuditEntry }) {
  return (
    <Page title={`${actionName(entry)}: ${recordName(entry)}`} width="form">
      <KeyValueList
        items={[
          { label: 'Quem', value: entry.pessoa?.nome ?? 'Sistema' },
          { label: 'Quando', value: <RelativeDate value={entry.quando} exact /> },
          ...(entry.desde
            ? [
                {
                  label: 'Salvo',
                  value: (
                    <>
                      {entry.vezes} vezes em seguida, desde <RelativeDate value={entry.desde} exact />
                    </>
                  ),
                },
              ]
            : []),
          { label: 'Registro', value: <RecordLink entry={entry} /> },
          { label: 'Endereço de rede', value: entry.ip },
          { label: 'Protocolo', value: entry.protocolo },
        ]}
      />
      <Typography variant="h2" sx={{ mt: 6, mb: 2 }}>
        O que mudou
      </Typography>
      <Differences entry={entry} />
    </Page>
  );
}

/** Paths of the records that have a page of their own, for links. */
const PATHS: Record<string, string> = {
  tickets: '/tickets/',
  pickups: '/coletas/',
  faq_articles: '/artigo/',
};

function RecordLink({ entry }: { entry: AuditEntry }) {
  const path = PATHS[entry.entidade];
  const name = recordName(entry);
  return path ? <Link to={`${path}${entry.registro}`}>{name}</Link> : name;
}

/** The old and new value of each field, stacked on a phone. */
function Differences({ entry }: { entry: AuditEntry }) {
  const differences = auditDifferences(entry.antes, entry.depois, entry.nomes);
  if (differences.length === 0) return <EmptyState title="Nenhum campo mudou" />;
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Campo</th>
          <th scope="col">Antes</th>
          <th scope="col">Depois</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((each) => (
          <tr key={each.field}>
            <th scope="row">{fieldName(entry, each.field)}</th>
            <td data-label="Antes">{each.before === null ? '—' : <del>{each.before}</del>}</td>
            <td data-label="Depois">{each.after === null ? '—' : <ins>{each.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled('table')(({ theme: { vars, breakpoints } }) => {
  const { actions, components } = vars.palette;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: 13,
    '& th, & td': {
      padding: '8px 12px',
      textAlign: 'left',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
      whiteSpace: 'pre-wrap',
      borderBottom: `1px solid ${components.linha}`,
    },
    '& thead th': { fontSize: 12, fontWeight: 500, color: components.textoSecundario },
    '& tbody th': { fontWeight: 500 },
    '& del, & ins': { textDecoration: 'none', borderRadius: 4, padding: '1px 4px' },
    '& del': { backgroundColor: actions.perigo.soft, color: actions.perigo.text },
    '& ins': { backgroundColor: actions.sucesso.soft, color: actions.sucesso.text },
    [breakpoints.down('sm')]: {
      '& thead': { position: 'absolute', clip: 'rect(0 0 0 0)' },
      '& tr, & th, & td': { display: 'block', borderBottom: 0 },
      '& tbody tr': { padding: '8px 0', borderBottom: `1px solid ${components.linha}` },
      '& td': { paddingBlock: 4 },
      '& td::before': {
        content: 'attr(data-label) ": "',
        color: components.textoSecundario,
      },
    },
  };
});
