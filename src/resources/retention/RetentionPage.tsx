import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { retentionKinds } from '#contract/catalogs/privacy.ts';
import { RetentionRule, retentionRoutes } from '#contract/config/people/retention.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { monthsText, RuleState } from './ruleWords.tsx';

/** `/guarda`: the period after which each kind of personal data is made anonymous. */
export function RetentionPage() {
  return (
    <RequirePermission permission="CONFIGURACAO_PRIVACIDADE">
      <Page title={{ menu: 'Guarda de dados' }} width="form">
        <Rules />
      </Page>
    </RequirePermission>
  );
}

const GROUPS = [
  {
    title: retentionKinds.TICKETS.titulo,
    description: 'Cada tipo tem seu prazo, contado do fim do ticket. A lei guarda todos por 5 anos.',
    of: (tipo: RetentionRule['tipo']) => tipo === 'TICKETS',
  },
  {
    title: retentionKinds.ANEXOS.titulo,
    description: 'Fotos e arquivos podem sair antes do resto do ticket. A lei também os guarda por 5 anos.',
    of: (tipo: RetentionRule['tipo']) => tipo === 'ANEXOS',
  },
  {
    title: 'Pessoas sem movimento',
    description: 'Quem não tem ticket, pedido, nota ou acesso há muito tempo.',
    of: (tipo: RetentionRule['tipo']) => tipo === 'CLIENTES' || tipo === 'CONTAS' || tipo === 'CONTATOS',
  },
  {
    title: retentionKinds.REGISTROS.titulo,
    description: 'Os cadastros que a empresa criou e que têm campos marcados como pessoais.',
    of: (tipo: RetentionRule['tipo']) => tipo === 'REGISTROS',
  },
] as const;

function Rules() {
  const answer = useRoute(retentionRoutes.rules, {});
  const { data, isPending } = answer;
  const shown = GROUPS.map((group) => ({
    ...group,
    rules: (data?.itens ?? []).filter(({ tipo }) => group.of(tipo)),
  })).filter(({ rules, title }) => rules.length > 0 || (isPending && title === GROUPS[0].title));
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography color="text.secondary">
        Por quanto tempo a empresa guarda dados pessoais. Tudo é guardado para sempre até que um prazo seja
        dado e confirmado. O que completa o prazo é anonimizado de madrugada: os registros ficam, sem
        identificar ninguém.
      </Typography>
      <Failure answer={answer} />
      {shown.map(({ title, description, rules }) => (
        <Section key={title} title={title} description={description}>
          <DataTable
            // The section has the title; two landmarks with the same name could not be told apart.
            label={`Regras: ${title}`}
            columns={RULES}
            rows={rules}
            rowId={({ alvo }) => alvo}
            rowLink={({ alvo }) => `/guarda/${encodeURIComponent(alvo)}`}
            loading={isPending}
          />
        </Section>
      ))}
      <Typography variant="body2" color="text.secondary">
        A auditoria e os e-mails enviados são apagados por prazos próprios, em{' '}
        <Link component={RouterLink} to="/parametros">
          Parâmetros
        </Link>{' '}
        (Guarda de registros).
      </Typography>
    </Box>
  );
}

const RULES: readonly Column<RetentionRule>[] = [
  fieldColumn(RetentionRule, 'nome', { card: 'title', minWidth: 180 }),
  fieldColumn(RetentionRule, 'meses', {
    kind: 'text',
    align: 'left',
    width: 170,
    card: 'fact',
    // No limit is a rule too: 'Para sempre'.
    render: ({ meses }) => monthsText(meses),
  }),
  fieldColumn(RetentionRule, 'situacao', {
    width: 220,
    card: 'corner',
    // The retention period already says that it is kept forever.
    render: (rule) => (rule.situacao === 'PARA_SEMPRE' ? '' : <RuleState {...rule} />),
  }),
  fieldColumn(RetentionRule, 'noites', {
    label: 'Última noite',
    width: 210,
    render: ({ noites: [last] }) =>
      last
        ? `${formatCalendarDate(last.dia)}: ${formatCount(last.sairam, 'saiu', 'saíram')}${last.falhas > 0 ? `, ${formatCount(last.falhas, 'falha', 'falhas')}` : ''}`
        : '',
  }),
];
