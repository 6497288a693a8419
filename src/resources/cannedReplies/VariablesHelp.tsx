import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { REPLY_VARIABLES, unknownVariables } from '../../../contract/rules/cannedReply.ts';

/** What may stand between the braces, and what stands there that nobody will fill in. */
export function VariablesHelp({ html }: { html: string }) {
  const unknown = unknownVariables(html);
  return (
    <>
      {unknown.length > 0 && (
        <Alert severity="warning">
          {unknown.length === 1 ? 'Esta variável não existe' : 'Estas variáveis não existem'} e ficam no texto
          como estão: {unknown.join(', ')}.
        </Alert>
      )}
      <Box
        component="section"
        aria-label="Variáveis"
        sx={{ fontSize: 13, color: (t) => t.vars.palette.components.textoSecundario }}
      >
        Variáveis, trocadas pelo dado do ticket quando a resposta é inserida:
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto 1fr auto 1fr' },
            columnGap: 3,
            rowGap: 1,
            m: 0,
            mt: 2,
            '& dd': { m: 0 },
          }}
        >
          {REPLY_VARIABLES.flatMap(({ name, label }) => [
            <dt key={name}>
              <code>{`{{${name}}}`}</code>
            </dt>,
            <dd key={`${name} label`}>{label}</dd>,
          ])}
        </Box>
      </Box>
    </>
  );
}
