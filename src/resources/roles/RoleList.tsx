import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { RoleSummary, roleRoutes } from '#contract/config/people/roles.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';

/** `/perfis`: each role's permissions, and the number of people who have it. */
export function RoleList() {
  return (
    <RequirePermission permission="CONFIGURACAO_PERFIS">
      <ListPage<RoleSummary>
        resource="perfis"
        title={{ menu: 'Perfis' }}
        noun={['perfil', 'perfis']}
        columns={COLUMNS}
        sort={{ field: 'nome', order: 'ASC' }}
        search={{ key: 'q', label: 'Buscar perfis', placeholder: 'Nome do perfil' }}
        empty={{ title: 'Nenhum perfil', text: 'Os perfis padrão são criados quando o console inicia.' }}
        actions={<CopyRole />}
      />
    </RequirePermission>
  );
}

const COLUMNS: readonly Column<RoleSummary>[] = [
  fieldColumn(RoleSummary, 'nome', {
    label: 'Perfil',
    sortable: true,
    card: 'title',
    second: ({ padrao }) => (padrao ? 'padrão' : ''),
  }),
  {
    id: 'pessoas',
    label: 'Quem tem',
    width: 220,
    card: 'fact',
    render: ({ pessoasAtivas, pessoas }) => (
      <>
        {peopleText(pessoasAtivas)}
        {pessoas > pessoasAtivas && (
          <SecondaryText>
            {' '}
            e {formatCount(pessoas - pessoasAtivas, 'desativada', 'desativadas')}
          </SecondaryText>
        )}
      </>
    ),
  },
  {
    id: 'diferencas',
    label: 'Permissões',
    width: 280,
    card: 'fact',
    render: ({ incluidas, retiradas }) => differenceText(incluidas.length, retiradas.length),
  },
];

export const peopleText = (count: number) =>
  count === 0 ? 'ninguém' : formatCount(count, 'pessoa', 'pessoas');

/** What is said of a role's permissions, after that word. */
export function differenceText(added: number, removed: number): string {
  const parts = [added > 0 && `${added} a mais`, removed > 0 && `${removed} a menos`].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')} que no padrão` : 'como no padrão';
}

const EVERY_ROLE = { query: { range: '[0,99]', sort: '["nome","ASC"]' } };

/** A new role starts as a copy of an existing one. */
function CopyRole() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setAsking(true)}>
        Criar perfil
      </Button>
      {asking && <CopyDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function CopyDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const notify = useNotify();
  const models = useRoute(roleRoutes.list, EVERY_ROLE).data;
  if (!models) return null;
  return (
    <CommandDialog
      route={roleRoutes.create}
      read={() => ({ idPerfil: models.find(({ chave }) => chave === 'OPERADOR')?.id ?? null })}
      fields={{ idPerfil: { choices: models.map(({ id, nome }) => ({ value: id, label: nome })) } }}
      title="Criar perfil"
      text="Ele começa com as permissões de outro; depois você muda o que quiser."
      confirmLabel="Criar perfil"
      onDone={(message, { data }) => {
        notify(message, { type: 'success' });
        navigate(`/perfis/${data.id}`);
      }}
      onClose={onClose}
    />
  );
}
