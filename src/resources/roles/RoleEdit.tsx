import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { usePermissions } from 'ra-core';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import { type Role, roleRoutes } from '#contract/config/people/roles.ts';
import { allows, type ModuleGrant, ownPermissions } from '#contract/permissions.ts';
import { type Grantable, grantedBy, isGrantable } from '#contract/rules/access.ts';
import { draftName } from '#contract/rules/drafts.ts';
import type { Permissions } from '#data/authProvider.ts';
import { useRoute } from '#data/useRoute.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RecordScreen } from '#ui/shell/RequirePermission.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { PermissionTree } from './PermissionTree.tsx';
import { differenceText, peopleText } from './RoleList.tsx';

/** `/perfis/{id}`: a role's permissions, and the people who have it. */
export const RoleEdit = () => (
  <RecordScreen permission="CONFIGURACAO_PERFIS">{(id) => <OneRole id={id} />}</RecordScreen>
);

function OneRole({ id }: { id: number }) {
  const answer = useRoute(roleRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title={`Perfil ${id}`}>
      {(role) => (
        <Page title={role.nome} width="form" count={countOf(role)}>
          <RolePeople role={role} />
          <RoleForm key={role.id} role={role} />
        </Page>
      )}
    </LoadedPage>
  );
}

const countOf = ({ pessoasAtivas, incluidas, retiradas }: Role) =>
  `${peopleText(pessoasAtivas)} · permissões: ${differenceText(incluidas.length, retiradas.length)}`;

/** The people who have the role, and how it differs from the standard, in plain sentences. */
function RolePeople({ role }: { role: Role }) {
  const { can } = useCan();
  const { quem, pessoas, incluidas, retiradas } = role;
  const titles = titlesOf(role);
  return (
    <div style={{ marginBottom: 16, display: 'grid', gap: 4 }}>
      {quem.length > 0 && (
        <SecondaryText>
          Quem tem:{' '}
          {quem.slice(0, MAX_SHOWN).map(({ id, nome, ativo }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              {can('CONFIGURACAO_PESSOAS') ? <Link to={`/pessoas/${id}`}>{nome}</Link> : nome}
              {!ativo && ' (desativada)'}
            </span>
          ))}
          {pessoas > MAX_SHOWN && ` e mais ${pessoas - MAX_SHOWN}`}
        </SecondaryText>
      )}
      {incluidas.length > 0 && (
        <SecondaryText>A mais que o padrão: {named(incluidas, titles)}.</SecondaryText>
      )}
      {retiradas.length > 0 && (
        <SecondaryText>A menos que o padrão: {named(retiradas, titles)}.</SecondaryText>
      )}
    </div>
  );
}

const MAX_SHOWN = 8;

const titlesOf = ({ cadastros }: Role): ReadonlyMap<string, string> =>
  new Map(cadastros.map(({ chave, titulo }) => [chave, titulo]));

const named = (names: readonly string[], titles: ReadonlyMap<string, string>) =>
  names.map((name) => (isGrantable(name) ? permissionName(name, titles) : name)).join('; ');

interface Written {
  nome: string;
  exigeSegundoFator: boolean;
  permissoes: Grantable[];
}

const Field = fieldsOf(roleRoutes.update);

/** A role's name and permissions. */
function RoleForm({ role }: { role: Role }) {
  const titles = useMemo(() => titlesOf(role), [role]);
  const own = useOwnGrants(titles);
  return (
    <RecordForm<Written, Written, Role>
      draft={draftName('role', role?.id)}
      name="este perfil"
      routes={roleRoutes}
      record={role}
      empty={{ nome: '', exigeSegundoFator: false, permissoes: [] }}
      written={({ nome, exigeSegundoFator, modulos }) => ({
        nome,
        exigeSegundoFator,
        permissoes: grantedBy(modulos),
      })}
      checks={{ permissoes: areGrantable }}
      bodyOf={(value) => value}
      saveLabel="Salvar perfil"
      backTo="/perfis"
      {...(!role.padrao &&
        role.pessoas === 0 &&
        role.impedimento === null && {
          removal: { title: 'Excluir este perfil?', text: 'Ninguém tem este perfil. Ele deixa de existir.' },
        })}
    >
      {({ value, set, errorOf }) => (
        <>
          {role.impedimento && <Alert severity="warning">{role.impedimento}</Alert>}
          <Field name="nome" disabled={role.impedimento !== null} sx={{ maxWidth: { sm: 420 } }} />
          <div style={{ display: 'grid', gap: 4, justifyItems: 'start', marginBottom: 8 }}>
            <FormControlLabel
              control={
                <Switch
                  checked={value.exigeSegundoFator}
                  onChange={(_, on) => set('exigeSegundoFator', on)}
                  disabled={role.impedimento !== null}
                />
              }
              label="Exigir verificação em duas etapas"
            />
            <SecondaryText>
              Quem tem este perfil e ainda não a ativou só faz isso ao entrar; nas sessões abertas, já no
              próximo clique.
            </SecondaryText>
          </div>
          {role.base === 'ADMIN' && (
            <SecondaryText>
              Administradores não perdem {role.padrao ? 'o que vem com o console nem ' : ''}os cadastros
              próprios: ninguém mais poderia dar de novo.
            </SecondaryText>
          )}
          {errorOf('permissoes') && <Alert severity="error">{errorOf('permissoes')}</Alert>}
          <PermissionTree
            roleKey={role.chave}
            held={value.permissoes}
            before={grantedBy(role.modulos)}
            own={own}
            titles={titles}
            disabled={role.impedimento !== null}
            onChange={(permissoes) => set('permissoes', permissoes)}
          />
        </>
      )}
    </RecordForm>
  );
}

const areGrantable = (value: unknown) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && isGrantable(name));

/** The signed-in person's permissions, which they may grant. The server checks again. */
function useOwnGrants(titles: ReadonlyMap<string, string>): ReadonlySet<Grantable> {
  const { permissions } = usePermissions<Permissions>();
  return useMemo(() => {
    const grants = (permissions?.modulos ?? []) as ModuleGrant[];
    const own = [...titles.keys()].flatMap(ownPermissions).filter((name) => allows(grants, name));
    return new Set([...grantedBy(grants), ...own]);
  }, [permissions, titles]);
}
