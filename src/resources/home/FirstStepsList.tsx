import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { Permission } from '../../../contract/permissions.ts';
import { type RecordKey, type RecordTypeSummary, recordRoutes } from '../../../contract/records/routes.ts';
import { formatCount } from '../../../contract/rules/formatCount.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { useCan } from '../../ui/shell/useCan.ts';

interface Step {
  permission: Permission;
  to: string;
  title: string;
  text: string;
  action: string;
  /** The type of records that the step brings in: how many there are stands beside it. */
  brings?: RecordKey;
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
    permission: 'CADASTROS_EMPRESA',
    to: '/cadastros/filiais',
    title: 'Cadastre as filiais',
    text: 'De onde a empresa vende e atende. Operadores e vendedores trabalham em uma ou mais delas.',
    action: 'Abrir filiais',
    brings: 'filiais',
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
    permission: 'NOTAS_IMPORTAR_XML',
    to: '/cadastros/notas/importar-xml',
    title: 'Traga as notas de venda',
    text: 'Com os XMLs chegam também os clientes e os produtos: é o caminho mais curto até a primeira devolução.',
    action: 'Importar XMLs',
    brings: 'notas',
  },
  {
    permission: 'CADASTROS_PRODUTOS',
    to: '/cadastros/produtos',
    title: 'Dê preço aos produtos',
    text: 'Com preço e estoque, por planilha ou um a um, começam os orçamentos.',
    action: 'Abrir produtos',
    brings: 'produtos',
  },
  {
    permission: 'CONFIGURACAO_CHAVES',
    to: '/chaves',
    title: 'Ligue o seu ERP',
    text: 'Com uma chave ele grava produtos, preços, estoque e clientes toda noite, e lê o que quiser.',
    action: 'Criar chave',
  },
  {
    permission: 'CONFIGURACAO_FLUXOS',
    to: '/configuracao',
    title: 'Desenhe o atendimento',
    text: 'Fluxos de tickets, campos próprios, cadastro e relatórios mudam no estúdio, sem programar e sem parar nada.',
    action: 'Abrir o estúdio',
  },
];

/** The steps that the person may go, each with what it unlocks and how much of it is there. */
export function FirstStepsList() {
  const { can } = useCan();
  const steps = STEPS.filter(({ permission }) => can(permission));
  const counting = steps.some(({ brings }) => brings !== undefined);
  const types = useRoute(recordRoutes.types, {}, { enabled: counting }).data?.itens ?? [];
  if (steps.length === 0) return null;
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
          <StepRow
            key={step.to}
            number={index + 1}
            {...step}
            there={types.find(({ chave }) => chave === step.brings)}
          />
        ))}
      </Box>
    </Box>
  );
}

interface StepRowProps extends Step {
  number: number;
  /** What is there already. */
  there: RecordTypeSummary | undefined;
}

function StepRow({ number, to, title, text, action, there }: StepRowProps) {
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
          {there && there.total > 0 && (
            <>
              {' '}
              <strong>Já há {formatCount(there.total, there.titulo.um, there.titulo.muitos)}.</strong>
            </>
          )}
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
