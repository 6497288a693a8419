import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import type { Problem } from '#contract/config/definitions.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { RECORD_VERBS, verbNames } from '#contract/records/recordRights.ts';
import { problemAt } from '#ui/components/inputs/PropertyFields.tsx';

interface TypePermissionsProps {
  definition: CustomTypeDefinition;
  /** Gives up the permissions of the console for those of the type. */
  onRelease: () => void;
  problems: readonly Problem[];
  readOnly: boolean;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Says where roles get their rights from; only older types and files name permissions of the console instead. */
export function TypePermissions({ definition, onRelease, problems, readOnly }: TypePermissionsProps) {
  const { permissoes } = definition;
  const wrong = problemAt(problems, '/permissoes', true);
  const named = RECORD_VERBS.flatMap((verb) => {
    const permission = permissoes?.[verb];
    return permission ? [`${verbNames[verb]}: ${permissionName(permission, NONE)}`] : [];
  });
  return (
    <Alert
      severity={wrong ? 'error' : 'info'}
      data-pointer="/permissoes"
      {...(named.length > 0 &&
        !readOnly && {
          action: (
            <Button color="inherit" size="small" onClick={onRelease}>
              Usar as do cadastro
            </Button>
          ),
        })}
    >
      {wrong && <p style={{ margin: '0 0 4px' }}>{wrong}</p>}
      {named.length > 0
        ? `Este cadastro ainda pede permissões do console. ${named.join('; ')}.`
        : 'O que cada perfil pode com os registros se escolhe ao publicar, e depois em Perfis.'}
    </Alert>
  );
}
