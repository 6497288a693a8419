import { styled } from '@mui/material/styles';
import { auditDifferences } from '../../../contract/rules/auditDifference.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';

/** Field by field: how it was, how it became. On a phone one below the other. */
export function Differences({ before, after }: { before: unknown; after: unknown }) {
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
