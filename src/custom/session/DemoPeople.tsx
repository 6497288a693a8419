import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { Static } from '@sinclair/typebox';
import { personType } from '../../../contract/catalogs/personType.ts';
import type { platformRoutes } from '../../../contract/config/platform.ts';
import { formatCpf } from '../../../contract/rules/documents.ts';

interface DemoPeopleProps {
  installation: Static<(typeof platformRoutes.installation)['response']>;
  onChoose: (cpf: string) => void;
}

/** Who may try the demonstration company, while it is loaded. */
export function DemoPeople({ installation: { pessoas, senha, naRede }, onChoose }: DemoPeopleProps) {
  return (
    <Box component="section" aria-labelledby="demo-people" sx={{ width: '100%', maxWidth: 360 }}>
      <Typography id="demo-people" variant="h2" sx={{ mb: 1 }}>
        Empresa de demonstração
      </Typography>
      <Typography variant="body2" sx={{ mb: 3, color: (t) => t.vars.palette.components.textoSecundario }}>
        A senha de todos é <code>{senha}</code>. Escolha quem entra:
      </Typography>
      {naRede && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          Esta demonstração está aberta na rede: qualquer pessoa que chegue a este endereço entra como
          administrador. Não guarde dados reais aqui.
        </Alert>
      )}
      {pessoas.map(({ cpf, nome, tipo }) => (
        <ButtonBase
          key={cpf}
          onClick={() => onChoose(cpf)}
          sx={({ vars: { palette } }) => ({
            width: '100%',
            display: 'grid',
            gridTemplateColumns: '1fr auto',
            textAlign: 'left',
            gap: 2,
            px: 3,
            py: 2,
            borderTop: `1px solid ${palette.components.linha}`,
            '&:hover': { backgroundColor: palette.components.realce },
          })}
        >
          <span>
            <Typography component="span" sx={{ display: 'block', fontWeight: 500 }}>
              {personType.find((row) => row.value === tipo)?.label ?? tipo}
            </Typography>
            <Typography
              component="span"
              variant="body2"
              sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
            >
              {nome}
            </Typography>
          </span>
          <Typography component="span" variant="body2" sx={{ alignSelf: 'center' }}>
            {formatCpf(cpf)}
          </Typography>
        </ButtonBase>
      ))}
    </Box>
  );
}
