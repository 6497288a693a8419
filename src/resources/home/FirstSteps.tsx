import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { Permission } from '../../../contract/permissions.ts';
import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { useCan } from '../../ui/shell/useCan.ts';

interface Step {
  permission: Permission;
  to: string;
  title: string;
  text: string;
  action: string;
}

const STEPS: readonly Step[] = [
  {
    permission: 'CONFIGURACAO_PARAMETROS',
    to: '/parametros',
    title: 'Diga quem é a empresa',
    text: 'Nome, horário de atendimento, feriados locais e prazos: é por eles que cada ticket sabe quando vence.',
    action: 'Abrir parâmetros',
  },
  {
    permission: 'CONFIGURACAO_PERFIS',
    to: '/perfis',
    title: 'Confira o que cada perfil pode',
    text: 'Os sete perfis já vêm prontos. Mude só o que for diferente na sua empresa.',
    action: 'Abrir perfis',
  },
  {
    permission: 'CONFIGURACAO_PESSOAS',
    to: '/pessoas',
    title: 'Chame as pessoas',
    text: 'Cada uma escolhe a própria senha pelo e-mail que recebe. Para isso o envio de e-mails (SMTP) precisa estar configurado no servidor.',
    action: 'Cadastrar pessoas',
  },
  {
    permission: 'CONFIGURACAO_FLUXOS',
    to: '/configuracao',
    title: 'Desenhe o atendimento',
    text: 'Fluxos de tickets, campos próprios, cadastro e relatórios mudam no estúdio, sem programar e sem parar nada.',
    action: 'Abrir o estúdio',
  },
];

/** What an administrator does in an installation where nothing happened yet; gone with the first ticket. */
export function FirstSteps() {
  const { can } = useCan();
  const { data } = useRoute(ticketRoutes.totals, { query: {} });
  const steps = STEPS.filter(({ permission }) => can(permission));
  if (steps.length === 0 || !data || data.some(({ total }) => total > 0)) return null;
  return (
    <Box component="section" aria-labelledby="home-first-steps">
      <Typography id="home-first-steps" variant="h2" sx={{ mb: 1 }}>
        Primeiros passos
      </Typography>
      <Typography sx={{ mb: 3, maxWidth: 640, color: (t) => t.vars.palette.components.textoSecundario }}>
        A instalação está pronta e vazia. Comece por aqui; estes passos somem quando houver o primeiro ticket.
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step, index) => (
          <StepRow key={step.to} number={index + 1} {...step} />
        ))}
      </Box>
    </Box>
  );
}

function StepRow({ number, to, title, text, action }: Step & { number: number }) {
  return (
    <Box
      component="li"
      sx={({ vars: { palette } }) => ({
        display: 'grid',
        gridTemplateColumns: { xs: '24px 1fr', sm: '24px 1fr auto' },
        columnGap: 3,
        rowGap: 1,
        alignItems: 'center',
        py: 3,
        borderTop: `1px solid ${palette.components.linha}`,
      })}
    >
      <Typography aria-hidden sx={{ alignSelf: 'start', fontWeight: 600 }}>
        {number}
      </Typography>
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
          {text}
        </Typography>
      </Box>
      <Button
        component={Link}
        to={to}
        variant="outlined"
        sx={{ gridColumn: { xs: 2, sm: 'auto' }, justifySelf: 'start', whiteSpace: 'nowrap' }}
      >
        {action}
      </Button>
    </Box>
  );
}
