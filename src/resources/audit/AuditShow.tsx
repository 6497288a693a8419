import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'ra-core';
import { Link } from 'react-router-dom';
import { type AuditEntry, auditDifferences } from '../../../contract/config/people/audit.ts';
import { RecordScreen } from '../../custom/console/RequirePermission.tsx';
import { KeyValueList } from '../../ui/components/detail/Section.tsx';
import { RelativeDate } from '../../ui/components/display/Texts.tsx';
import { LoadedPage } from '../../ui/shell/LoadedPage.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState } from '../../ui/shell/states/StateMessage.tsx';
import { actionName, recordName } from './AuditList.tsx';

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
          { label: 'Registro', value: <RecordLink entry={entry} /> },
          { label: 'Endereço de rede', value: entry.ip },
          { label: 'Protocolo', value: entry.protocolo },
        ]}
      />
      <Typography variant="h2" sx={{ mt: 6, mb: 2 }}>
        O que mudou
      </Typography>
      <Differences before={entry.antes} after={entry.depois} />
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
function Differences({ before, after }: { before: unknown; after: unknown }) {
  const differences = auditDifferences(before, after);
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
            <th scope="row">{each.field}</th>
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
