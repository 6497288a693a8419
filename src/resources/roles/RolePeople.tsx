import { Link } from 'react-router-dom';
import { permissionNames } from '../../../contract/catalogs/permissionNames.ts';
import type { Role } from '../../../contract/config/roles.ts';
import { isGrantable } from '../../../contract/rules/access/grants.ts';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { useCan } from '../../ui/shell/useCan.ts';

/** Who has the role, and in what it differs from the standard, as sentences. */
export function RolePeople({ role }: { role: Role }) {
  const { can } = useCan();
  const { quem, pessoas, incluidas, retiradas } = role;
  return (
    <div style={{ marginBottom: 16, display: 'grid', gap: 4 }}>
      {quem.length > 0 && (
        <SecondaryText>
          Quem tem:{' '}
          {quem.slice(0, MOST_SHOWN).map(({ id, nome, ativo }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              {can('CONFIGURACAO_PESSOAS') ? <Link to={`/pessoas/${id}`}>{nome}</Link> : nome}
              {!ativo && ' (desativada)'}
            </span>
          ))}
          {pessoas > MOST_SHOWN && ` e mais ${pessoas - MOST_SHOWN}`}
        </SecondaryText>
      )}
      {incluidas.length > 0 && <SecondaryText>A mais que o padrão: {named(incluidas)}.</SecondaryText>}
      {retiradas.length > 0 && <SecondaryText>A menos que o padrão: {named(retiradas)}.</SecondaryText>}
    </div>
  );
}

const MOST_SHOWN = 8;

const named = (names: readonly string[]) =>
  names.map((name) => (isGrantable(name) ? permissionNames[name] : name)).join('; ');
