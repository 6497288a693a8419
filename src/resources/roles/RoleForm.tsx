import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { type Role, roleRoutes } from '../../../contract/config/roles.ts';
import { type Grantable, heldBy, isGrantable } from '../../../contract/rules/access/grants.ts';
import { RecordForm } from '../../ui/editing/RecordForm.tsx';
import { PermissionTree } from './PermissionTree.tsx';
import { useOwnGrants } from './useOwnGrants.ts';

interface Written {
  nome: string;
  permissoes: Grantable[];
}

/** Name and permissions of a role. */
export function RoleForm({ role }: { role: Role }) {
  const own = useOwnGrants();
  return (
    <RecordForm<Written, Written, Role>
      draft="perfil"
      name="este perfil"
      routes={roleRoutes}
      record={role}
      empty={{ nome: '', permissoes: [] }}
      written={({ nome, modulos }) => ({ nome, permissoes: heldBy(modulos) })}
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
          <TextField
            label="Nome"
            required
            value={value.nome}
            onChange={(event) => set('nome', event.target.value)}
            error={Boolean(errorOf('nome'))}
            helperText={errorOf('nome')}
            disabled={role.impedimento !== null}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            sx={{ maxWidth: { sm: 420 } }}
          />
          {errorOf('permissoes') && <Alert severity="error">{errorOf('permissoes')}</Alert>}
          <PermissionTree
            held={value.permissoes}
            before={heldBy(role.modulos)}
            own={own}
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
