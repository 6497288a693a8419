import Box from '@mui/material/Box';
import { PersonAvatar } from '../../../../ui/components/display/PersonAvatar.tsx';
import { PhoneAction } from '../../../../ui/components/display/PhoneAction.tsx';

interface ContactLineProps {
  person: {
    nome: string;
    email: string;
    telefone?: string;
    celular?: string;
    /** Beside the name: code, number in the ERP. */
    nota?: string;
  };
  /** The name stands in a heading already where it is not shown. */
  named?: boolean;
}

/** How to reach a colleague. */
export function ContactLine({ person, named = false }: ContactLineProps) {
  const { nome, email, telefone, celular, nota } = person;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 }}>
      {named && (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, minWidth: 220 }}>
          <PersonAvatar name={nome} />
          <span>
            <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
              {nome}
            </Box>
            {nota && (
              <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
                {nota}
              </Box>
            )}
          </span>
        </Box>
      )}
      {email && (
        <a href={`mailto:${email}`} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </a>
      )}
      {telefone && <PhoneAction phone={telefone} />}
      {celular && celular !== telefone && <PhoneAction phone={celular} />}
      {!email && !telefone && !celular && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Sem contato cadastrado
        </Box>
      )}
    </Box>
  );
}
