import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Alert from '@mui/material/Alert';
import { useNotify } from 'ra-core';
import { type PendingRecord, serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { quoteSituation, quoteSituationOf } from '#contract/catalogs/orderStatus.ts';
import { recordProblems } from '#contract/rules/customers/serviceForm.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownToday, ownZone } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { reasonFields } from '#src/resources/agendas/shared/ConfirmContact.tsx';
import type { DialogAside } from '#ui/components/ConfirmDialog.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import type { Values } from '#ui/editing/commandFields.ts';
import { useCan } from '#ui/shell/usePerson.ts';

const route = serviceRecordRoutes.create;

interface ServiceRecordDialogProps {
  idCli: number;
  idOrcamento?: number;
  /** Explains why the dialog opened automatically. */
  notice?: string;
  onClose: () => void;
}

/** Registers a conversation with a customer; if one is already in progress, it is continued and ended. */
export function ServiceRecordDialog(props: ServiceRecordDialogProps) {
  const answer = useRoute(serviceRecordRoutes.pending, {});
  // What is in progress decides what the fields begin with.
  return answer.isPending ? null : <RecordDialog {...props} pending={answer.data?.data ?? null} />;
}

interface RecordDialogProps extends ServiceRecordDialogProps {
  pending: PendingRecord | null;
}

function RecordDialog({ idCli, idOrcamento, notice, onClose, pending }: RecordDialogProps) {
  const own = pending?.cliente.id === idCli ? pending : null;
  const quote = idOrcamento ?? own?.orcamento_id ?? null;
  const { versionOf, fieldsAt } = useRecordFields(idCli, quote);
  const notify = useNotify();
  const later = useStartLater(idCli, onClose);
  return (
    <CommandDialog
      route={route}
      draft={draftName('serviceRecord', idCli, idOrcamento)}
      given={({ situacaoOrcamento, orcamento_id }) => ({
        cliente_id: idCli,
        ...(situacaoOrcamento === 'PERDIDO' && versionOf(orcamento_id)),
      })}
      only={NAMES}
      read={() => ({ orcamento_id: quote, situacaoOrcamento: null })}
      fields={fieldsAt}
      check={(value) => textsOf(recordProblems(formOf(value), clock()))}
      width="sm"
      title="Registrar atendimento"
      confirmLabel="Registrar"
      aside={pending ? undefined : later}
      onDone={(message) => {
        notify(message, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      {notice && <Alert severity="info">{notice}</Alert>}
      {own && (
        <Alert severity="info">
          Continuando o atendimento iniciado às {localTime(own.inicio, ownZone())}.
        </Alert>
      )}
      {pending && !own && (
        <Alert severity="warning">
          Você tem um atendimento em andamento com {pending.cliente.fant}. Ele continua em andamento.
        </Alert>
      )}
    </CommandDialog>
  );
}

const NAMES = [
  'motivo_id',
  'descricao',
  'orcamento_id',
  'situacaoOrcamento',
  'motivoPerda',
  'data_retorno',
  'confirmar',
] as const;

/** The reason for the conversation, what was said, what became of the quote, and the next contact. */
function useRecordFields(idCli: number, quote: number | null) {
  const { can } = useCan();
  const seesQuotes = quote !== null || can('CLIENTE_ORCAMENTOS');
  const queryOptions = { staleTime: 600_000 };
  const reasons = useRoute(serviceRecordRoutes.reasons, {}, queryOptions);
  const quotes = useRoute(
    quoteRoutes.ofCustomerHere,
    { params: { idCli }, query: { take: 100 } },
    { enabled: seesQuotes },
  );
  const rows = quotes.data?.itens ?? [];
  const losses = useRoute(
    quoteRoutes.lossReasons,
    {},
    { ...queryOptions, enabled: quote !== null || rows.length > 0 },
  );
  const own = quote !== null && !rows.some(({ id }) => id === quote);
  const choices = [
    ...(own ? [{ value: quote, label: `Orçamento ${quote}` }] : []),
    ...rows.map(({ id, vlTot }) => ({ value: id, label: `Orçamento ${id} · ${formatMoney(vlTot, 2)}` })),
  ];
  return {
    versionOf: (chosen: unknown) => {
      const versao = rows.find(({ id }) => id === chosen)?.versao;
      return versao === undefined ? {} : { versao };
    },
    fieldsAt: ({ orcamento_id, situacaoOrcamento }: Values) => ({
      ...reasonFields(route, {
        orcamento_id: {
          choices,
          hidden: choices.length === 0 && !quotes.error,
          clears: ['situacaoOrcamento', 'motivoPerda'],
          hint: quotes.error?.message,
          ...(quote === null && { none: 'Nenhum' }),
        },
        data_retorno: { day: true, min: ownToday(), hint: 'Cria uma agenda sua para esse dia.' },
      }),
      motivo_id: { choices: choicesOf(reasons.data), hint: reasons.error?.message, autoFocus: true },
      situacaoOrcamento: {
        choices: quoteSituation,
        radios: true,
        hidden: orcamento_id === null,
        clears: ['motivoPerda'],
      },
      motivoPerda: {
        choices: choicesOf(losses.data),
        required: true,
        hidden: situacaoOrcamento !== 'PERDIDO',
        hint: losses.error?.message,
      },
    }),
  };
}

const choicesOf = (rows: readonly { id: number; desc: string }[] = []) =>
  rows.map(({ id, desc }) => ({ value: id, label: desc }));

const formOf = (value: Values) => ({
  motivo: Number(value.motivo_id) || null,
  descricao: String(value.descricao ?? ''),
  retorno: String(value.data_retorno ?? ''),
  orcamento: Number(value.orcamento_id) || null,
  situacao: quoteSituationOf(value.situacaoOrcamento as string | null),
  motivoPerda: Number(value.motivoPerda) || null,
});

function clock() {
  const zone = ownZone();
  return { date: localDate(Date.now(), zone), time: localTime(Date.now(), zone) };
}

/** Starts the conversation now; it stays in progress, and visible on every screen, until it is registered. */
function useStartLater(idCli: number, onStarted: () => void): DialogAside {
  const refetch = useRefetch();
  const notify = useNotify();
  const start = useRouteCommand(serviceRecordRoutes.start);
  return {
    label: 'Iniciar agora e registrar depois',
    icon: <PlayArrowOutlined />,
    run: async () => {
      const { data } = await start.mutateAsync({ body: { cliente_id: idCli } });
      notify(data.message, { type: 'success' });
      onStarted();
      void refetch(serviceRecordRoutes.start);
    },
  };
}
