import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { personType } from '#contract/catalogs/personType.ts';
import { PersonRow, peopleRoutes } from '#contract/config/people/people.ts';
import { awayText } from '#contract/rules/absence.ts';
import { formatCpf } from '#contract/rules/documents.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { StatusChip, Tag } from '#ui/components/display/Chips.tsx';
import { type Filter, laterOptions } from '#ui/components/FilterBar/filters.ts';
import { namedOptions } from '#ui/components/FilterBar/namedOptions.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { eitherOf, oneOf } from '#ui/lists/filterKinds.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { usePersonalSearchHint } from '#ui/shell/usePerson.ts';
import { ViewAsButton } from './PersonCommands.tsx';

/** `/pessoas`: the people with access to the console. */
export function PersonList() {
  return (
    <RequirePermission permission="CONFIGURACAO_PESSOAS">
      <People />
    </RequirePermission>
  );
}

function People() {
  const hint = usePersonalSearchHint('Nome, CPF ou e-mail', 'nome');
  return (
    <ListPage<PersonRow>
      resource="pessoas"
      title={{ menu: 'Pessoas' }}
      noun={['pessoa', 'pessoas']}
      columns={COLUMNS}
      rowActions={viewAs}
      actionsWidth={130}
      sort={{ field: 'nome', order: 'ASC' }}
      filters={peopleFilters()}
      search={{ key: 'q', label: 'Buscar pessoas', placeholder: hint }}
      empty={{ title: 'Nenhuma pessoa', text: 'Cadastre quem vai entrar no console.' }}
      actions={
        <Button component={Link} to="/pessoas/create" variant="contained" startIcon={<AddOutlined />}>
          Cadastrar pessoa
        </Button>
      }
    />
  );
}

function peopleFilters(): Filter[] {
  return [
    oneOf('tipo', 'Tipo', personType),
    oneOf(
      'idPerfil',
      'Perfil',
      laterOptions('idPerfil', peopleRoutes.options, {}, ({ perfis }) => namedOptions(perfis)),
    ),
    eitherOf('ativo', 'Situação', ['Ativas', 'Desativadas']),
    eitherOf('ausente', 'Ausência', ['Ausentes hoje', 'Presentes']),
    oneOf(
      'idHabilidade',
      'Habilidade',
      laterOptions('idHabilidade', peopleRoutes.options, {}, ({ habilidades }) => namedOptions(habilidades)),
    ),
    oneOf(
      'idFil',
      'Filial',
      laterOptions('idFil', peopleRoutes.options, {}, ({ filiais }) => namedOptions(filiais)),
    ),
  ];
}

const COLUMNS: readonly Column<PersonRow>[] = [
  fieldColumn(PersonRow, 'nome', {
    sortable: true,
    minWidth: 200,
    card: 'title',
    second: ({ email }) => email,
  }),
  fieldColumn(PersonRow, 'cpf', { width: 148, shown: formatCpf }),
  fieldColumn(PersonRow, 'tipo', {
    width: 155,
    sortable: true,
    card: 'corner',
    second: ({ ausenteAte }) => (ausenteAte ? awayText(ausenteAte) : ''),
    render: ({ tipo, ativo }) =>
      ativo ? (
        <StatusChip value={tipo} catalog={personType} />
      ) : (
        <Tag tone="secundaria">
          <span>Desativada</span>
        </Tag>
      ),
  }),
  fieldColumn(PersonRow, 'perfil', { width: 140, card: 'fact' }),
  fieldColumn(PersonRow, 'filiais', { width: 160, card: 'fact' }),
  fieldColumn(PersonRow, 'habilidades', { width: 160, onDemand: true }),
];

const viewAs = (person: PersonRow) => person.podeVerComo && <ViewAsButton person={person} size="small" />;
