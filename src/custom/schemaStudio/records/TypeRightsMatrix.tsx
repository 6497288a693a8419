import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { RECORD_VERBS, type RecordVerb, verbNames, withReading } from '#contract/records/recordRights.ts';
import type { TypeRights } from '#contract/records/routes/typeRights.ts';
import { formatCount } from '#contract/rules/format.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { ScopeSentences } from './ScopeProperty.tsx';

type RoleRights = TypeRights['perfis'][number];

interface TypeRightsMatrixProps {
  definition: CustomTypeDefinition;
  rights: TypeRights;
  onChange: (perfis: RoleRights[]) => void;
}

/** Who will see the records, and what each role may do with them: roles in rows, rights in columns. */
export function TypeRightsMatrix({ definition, rights, onChange }: TypeRightsMatrixProps) {
  const { perfis, primeira, podeMudar } = rights;
  const put = (id: number, verb: RecordVerb, on: boolean) =>
    onChange(
      perfis.map((role) => (role.id === id ? { ...role, verbos: toggled(role.verbos, verb, on) } : role)),
    );
  const readers = perfis.filter(({ verbos, pessoas }) => verbos.includes('ler') && pessoas > 0);
  const people = readers.reduce((sum, { pessoas }) => sum + pessoas, 0);
  return (
    <>
      <ScopeSentences definition={definition} />
      <Alert severity={people === 0 ? 'warning' : 'info'} sx={{ my: 2 }}>
        {people === 0
          ? 'Ninguém verá este cadastro: nenhum perfil com pessoas pode vê-lo.'
          : `${formatCount(people, 'pessoa verá', 'pessoas verão')} este cadastro, com ${formatCount(readers.length, 'perfil', 'perfis')}. Aos outros ele não aparece no menu, e o endereço responde que falta permissão.`}
        {primeira ? ' Depois se muda em Perfis.' : ''}
      </Alert>
      {!podeMudar && <SecondaryText>Só quem muda perfis escolhe aqui.</SecondaryText>}
      <Matrix>
        <thead>
          <tr>
            <th scope="col">Perfil</th>
            {RECORD_VERBS.map((verb) => (
              <th key={verb} scope="col">
                {verbNames[verb]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {perfis.map((role) => (
            <tr key={role.id}>
              <th scope="row">
                {role.nome} <SecondaryText>{formatCount(role.pessoas, 'pessoa', 'pessoas')}</SecondaryText>
              </th>
              {RECORD_VERBS.map((verb) => (
                <td key={verb}>
                  <Checkbox
                    size="small"
                    checked={role.verbos.includes(verb)}
                    disabled={!role.aEscolher.includes(verb)}
                    onChange={(_event, on) => put(role.id, verb, on)}
                    slotProps={{ input: { 'aria-label': `${role.nome}: ${verbNames[verb].toLowerCase()}` } }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Matrix>
    </>
  );
}

/** Without seeing the records nothing can be done with them. */
const toggled = (verbs: readonly RecordVerb[], verb: RecordVerb, on: boolean): RecordVerb[] =>
  on ? withReading([...verbs, verb]) : verb === 'ler' ? [] : verbs.filter((one) => one !== verb);

const Matrix = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: theme.typography.body2.fontSize,
  '& th': { textAlign: 'left', fontWeight: 500, padding: '4px 4px 4px 0' },
  '& thead th:not(:first-of-type), & td': { textAlign: 'center', width: 64, padding: 0 },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.components.linha}` },
  // On a phone a role stands above its rights, each as wide as the heading of its column.
  [theme.breakpoints.down('sm')]: {
    '& thead, & tbody': { display: 'block' },
    '& tr': { display: 'grid', gridTemplateColumns: 'repeat(5, 1fr)' },
    '& tr > th:first-of-type': { gridColumn: '1 / -1' },
    '& thead th:first-of-type': {
      position: 'absolute',
      clip: 'rect(0 0 0 0)',
      overflow: 'hidden',
      width: 1,
      height: 1,
    },
    '& thead th:not(:first-of-type), & td': { width: 'auto' },
    '& thead th': { fontSize: theme.typography.caption.fontSize },
  },
}));
