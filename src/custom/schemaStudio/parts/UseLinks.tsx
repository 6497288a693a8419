import Link from '@mui/material/Link';
import type { Problem } from '#contract/config/definitions.ts';
import { definitionKinds } from '#contract/rules/definitions/definition.ts';
import { useCan } from '#ui/shell/usePerson.ts';

type Uses = NonNullable<Problem['usos']>;

/** The definitions that a problem names. Each opens beside what is being edited, if the person may see its kind. */
export function UseLinks({ uses = [] }: { uses?: Uses | undefined }) {
  if (uses.length === 0) return null;
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', columnGap: 12, fontSize: 13, lineHeight: '24px' }}>
      {uses.map((use) => (
        <UseLink key={`${use.tipo} ${use.chave}`} use={use} />
      ))}
    </span>
  );
}

export function UseLink({ use: { tipo, chave, titulo } }: { use: Uses[number] }) {
  const { can } = useCan();
  if (!can(definitionKinds[tipo].permission)) return <span>{titulo}</span>;
  return (
    <Link
      href={`/configuracao/${tipo}/${chave}`}
      target="_blank"
      rel="noopener"
      aria-label={`Abrir ${titulo} em outra aba`}
      sx={{ overflowWrap: 'anywhere' }}
    >
      {titulo}
    </Link>
  );
}
