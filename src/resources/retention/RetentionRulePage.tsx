import EditOutlined from '@mui/icons-material/EditOutlined';
import PauseOutlined from '@mui/icons-material/PauseOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { retentionKinds } from '#contract/catalogs/privacy.ts';
import {
  RetentionPreview,
  RetentionRule,
  RetentionRun,
  retentionRoutes,
} from '#contract/config/people/retention.ts';
import { field } from '#contract/field.ts';
import { countText } from '#contract/rules/format.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownToday } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { count } from '#ui/lists/shown.tsx';
import { LoadedPage } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ConfirmRuleDialog, MonthsDialog, PreviewSection } from './RuleParts.tsx';
import { monthsText, RuleState, ruleTitle, situationText } from './ruleWords.tsx';

/** `/guarda/{alvo}`: one rule, what it would do today, and what its nightly runs did. */
export function RetentionRulePage() {
  const { alvo = '' } = useParams();
  return (
    <RequirePermission permission="CONFIGURACAO_PRIVACIDADE">
      <Rule key={alvo} alvo={alvo} />
    </RequirePermission>
  );
}

const CRUMBS = [{ label: 'Guarda de dados', to: '/guarda' }];

function Rule({ alvo }: { alvo: string }) {
  const answer = useRoute(retentionRoutes.get, { params: { alvo } });
  return (
    <LoadedPage answer={answer} title={{ menu: 'Guarda de dados' }} crumbs={CRUMBS}>
      {({ data }) => <RulePage rule={data} />}
    </LoadedPage>
  );
}

function RulePage({ rule }: { rule: RetentionRule }) {
  const { alvo } = rule;
  const preview = useRoute(retentionRoutes.preview, { params: { alvo } }, { enabled: rule.meses !== null });
  const [asking, setAsking] = useState<'meses' | 'confirmar' | null>(null);
  const refetch = useRefetch();
  const changed = async () => {
    setAsking(null);
    await refetch(retentionRoutes.update);
  };
  const mayConfirm = rule.situacao === 'RASCUNHO' || rule.situacao === 'PAUSADA';
  return (
    <Page
      title={ruleTitle(rule)}
      crumbs={CRUMBS}
      width="form"
      aside={<RuleState {...rule} />}
      actions={
        <>
          <Button variant="outlined" startIcon={<EditOutlined />} onClick={() => setAsking('meses')}>
            {rule.meses === null ? 'Dar um prazo' : 'Mudar o prazo'}
          </Button>
          {rule.situacao === 'ATIVA' && <PauseButton rule={rule} onDone={changed} />}
          {mayConfirm && (
            <Button
              variant="contained"
              disabled={!preview.data || preview.isFetching}
              onClick={() => setAsking('confirmar')}
            >
              Confirmar a regra
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Alert severity={mayConfirm ? 'warning' : 'info'}>{situationText(rule, ownToday())}</Alert>
        <About rule={rule} />
        {rule.meses !== null && <PreviewSection rule={rule} preview={preview} />}
        <Nights rule={rule} />
      </Box>
      {asking === 'meses' && <MonthsDialog rule={rule} onClose={() => setAsking(null)} onDone={changed} />}
      {asking === 'confirmar' && preview.data && (
        <ConfirmRuleDialog
          rule={rule}
          preview={preview.data.data}
          onClose={() => setAsking(null)}
          onDone={changed}
        />
      )}
    </Page>
  );
}

function About({ rule }: { rule: RetentionRule }) {
  const { desde, sai, fica } = retentionKinds[rule.tipo];
  return (
    <Section title="A regra">
      <KeyValueList
        pairWidth={380}
        items={[
          { label: field(RetentionRule, 'meses').label, value: monthsText(rule.meses) },
          { label: 'Contado a partir de', value: desde },
          { label: field(RetentionPreview, 'sai').label, value: sai },
          { label: 'Fica', value: fica },
        ]}
      />
    </Section>
  );
}

function PauseButton({ rule, onDone }: { rule: RetentionRule; onDone: () => void }) {
  const pause = useRouteCommand(retentionRoutes.pause);
  const notify = useNotify();
  return (
    <Button
      variant="outlined"
      startIcon={<PauseOutlined />}
      loading={pause.isPending}
      loadingPosition="start"
      data-commits
      onClick={() =>
        pause.mutate(
          { params: { alvo: rule.alvo }, body: { versao: rule.versao } },
          {
            onSuccess: () => {
              notify('Regra pausada. Nada mais sai.', { type: 'success' });
              onDone();
            },
            onError: (error) => {
              notify(errorText(error), { type: 'error' });
              onDone();
            },
          },
        )
      }
    >
      Pausar
    </Button>
  );
}

const Nights = ({ rule }: { rule: RetentionRule }) => (
  <Section
    title={field(RetentionRule, 'noites').label}
    description="O que cada madrugada fez. O que não coube em uma continua na seguinte; o que falhou é tentado de novo."
  >
    {rule.noites.length === 0 ? (
      <Typography variant="body2" color="text.secondary">
        Esta regra ainda não agiu.
      </Typography>
    ) : (
      <DataTable label="Últimas noites" columns={NIGHTS} rows={rule.noites} rowId={({ dia }) => dia} />
    )}
  </Section>
);

const NIGHTS: readonly Column<RetentionRun>[] = [
  fieldColumn(RetentionRun, 'dia', { card: 'title', width: 130 }),
  ...(['sairam', 'porLei', 'emAberto'] as const).map((key) =>
    fieldColumn(RetentionRun, key, { width: 130, card: 'fact', shown: count }),
  ),
  fieldColumn(RetentionRun, 'falhas', {
    width: 150,
    card: 'fact',
    // Includes the record number of the last failure, for the server's administrator.
    render: ({ falhas, erro }) => (falhas > 0 ? `${countText(falhas)} (${erro})` : '0'),
  }),
  fieldColumn(RetentionRun, 'fim', { card: 'corner', none: 'Em andamento' }),
];
