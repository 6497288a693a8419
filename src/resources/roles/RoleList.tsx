import type { RoleSummary } from '../../../contract/config/roles.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { countText } from '../../ui/components/countText.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { ResourceList } from '../../ui/lists/ResourceList.tsx';
import { CopyRole } from './CopyRole.tsx';

/** `/perfis`: what each role allows, and how many have it. */
export function RoleList() {
  return (
    <Guarded permission="CONFIGURACAO_PERFIS">
      <ResourceList<RoleSummary>
        resource="perfis"
        title="Perfis"
        noun={['perfil', 'perfis']}
        columns={COLUMNS}
        sort={{ field: 'nome', order: 'ASC' }}
        search={{ key: 'q', label: 'Buscar perfis', placeholder: 'Nome do perfil' }}
        empty={{ title: 'Nenhum perfil', text: 'Os perfis padrão são criados quando o console inicia.' }}
        actions={<CopyRole />}
      />
    </Guarded>
  );
}

const COLUMNS: readonly Column<RoleSummary>[] = [
  {
    id: 'nome',
    label: 'Perfil',
    sortable: true,
    card: 'title',
    render: ({ nome }) => nome,
    second: ({ padrao }) => (padrao ? 'padrão' : ''),
  },
  {
    id: 'pessoas',
    label: 'Quem tem',
    width: 220,
    card: 'fact',
    render: ({ pessoasAtivas, pessoas }) => (
      <>
        {peopleText(pessoasAtivas)}
        {pessoas > pessoasAtivas && (
          <SecondaryText> e {countText(pessoas - pessoasAtivas)} desativadas</SecondaryText>
        )}
      </>
    ),
  },
  {
    id: 'diferencas',
    label: 'Diferente do padrão',
    width: 280,
    card: 'fact',
    render: ({ incluidas, retiradas }) => differenceText(incluidas.length, retiradas.length),
  },
];

export const peopleText = (count: number) =>
  count === 0 ? 'ninguém' : formatCount(count, 'pessoa', 'pessoas');

export function differenceText(added: number, removed: number): string {
  const parts = [added > 0 && `${added} a mais`, removed > 0 && `${removed} a menos`].filter(Boolean);
  return parts.join(', ') || 'igual ao padrão';
}
