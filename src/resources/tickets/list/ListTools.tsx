import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { historyType } from '#contract/catalogs/ticketStatus.ts';
import { field } from '#contract/field.ts';
import { type TicketSelection, ticketExportRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import { type Ticket, TicketRow, type TicketSort, ticketRoutes } from '#contract/sac/tickets.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { focusFirstRow } from '#ui/components/DataTable/tableProps.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { DueDate } from '../DueDate.tsx';
import { TakeButton } from '../moves/TakeButton.tsx';
import { isOfCompany, shownStatus } from '../shared/ticketReader.ts';

/** The list's tools beyond viewing: one chunk, loaded after the list has rendered. */

export { FieldsOfList } from '#src/resources/extraFields/shared/FieldsOfList.tsx';

export { BulkBar } from './bulk/BulkBar.tsx';

/** Why the list's totals end with a plus: of words that stand in very many messages the newest are read. */
export const CutSearch = () => (
  <Alert severity="info" role="status" sx={{ flex: 'none', mb: 2 }}>
    Estas palavras estão em mais mensagens e produtos do que a busca lê de uma vez: a lista mostra só o que é
    mais recente. Use mais palavras ou um período.
  </Alert>
);

interface ExportTicketsProps {
  selection: TicketSelection;
  sort: { field: string; order: string };
  /** Shows the label as well; for the selection bar. */
  wordy?: boolean;
}

/** Exports all tickets that the list finds, or the selected ones. */
export function ExportTickets({ selection, sort, wordy = false }: ExportTicketsProps) {
  return (
    <ExportButton
      wordy={wordy}
      download={(formato, options) =>
        downloadProgress(
          ticketExportRoutes.file,
          {
            body: {
              ...selection,
              formato,
              orderBy: sort.field as TicketSort,
              direction: sort.order === 'ASC' ? 'ASC' : 'DESC',
            },
          },
          { name: `tickets.${formato}`, ...options },
        )
      }
    />
  );
}

interface ListKeysProps {
  mayExport: boolean;
  selects: boolean;
}

/**
 * The list's shortcuts. Within a row the table itself handles j, k, space and x; from anywhere else they move the focus to
 * the rows.
 */
export function ListKeys({ mayExport, selects }: ListKeysProps) {
  useShortcuts(ticketWording('Lista de tickets'), [
    { keys: 'j', label: 'Próxima linha', run: focusFirstRow },
    { keys: 'k', label: 'Linha anterior', run: focusFirstRow },
    { keys: 'space', label: 'Ver a prévia da linha', run: focusFirstRow },
    { keys: 'x', label: 'Selecionar a linha', enabled: selects, run: focusFirstRow },
    {
      keys: 'p',
      label: 'Exportar para planilha',
      enabled: mayExport,
      run: () => press('Exportar para planilha'),
    },
    { keys: '/', label: ticketWording('Buscar tickets'), run: () => find('input[type=search]')?.focus() },
  ]);
  return null;
}

const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);

const press = (label: string) => find(`button[aria-label="${label}"]`)?.click();

const WIDTH = 400;

/** Where there is room, the list is narrowed so that the preview hides nothing. */
const besideList = (
  <GlobalStyles styles={{ '@media (min-width:1100px)': { '#conteudo': { paddingRight: WIDTH } } }} />
);

interface TicketPreviewProps {
  idTicket: number;
  onClose: () => void;
}

/** A preview of a row beside the list; the list keeps its position and the focus. */
export function TicketPreview({ idTicket, onClose }: TicketPreviewProps) {
  const answer = useRoute(ticketRoutes.get, { params: { idTicket } });
  const { data } = answer;
  return (
    <Drawer
      anchor="right"
      variant="persistent"
      open
      slotProps={{
        paper: {
          component: 'aside',
          'aria-label': ticketWording(`Prévia do ticket ${idTicket}`),
          sx: { width: { xs: '100%', sm: WIDTH }, top: 'var(--shell-top)', height: 'auto', bottom: 0 },
        },
      }}
    >
      {besideList}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 4, pt: 3, pb: 2 }}>
        <Typography variant="h2">{ticketWording(`Ticket ${idTicket}`)}</Typography>
        {data && <StatusChip value={data.data.status} catalog={shownStatus()} />}
        <IconButton aria-label="Fechar a prévia" size="small" onClick={onClose} sx={{ ml: 'auto' }}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, overflow: 'auto', px: 4, pb: 4 }}>
        <Answered answer={answer} skeleton={<Skeleton variant="rounded" height={220} />}>
          {(ticket) => <Facts ticket={ticket.data} />}
        </Answered>
        <LastMessages idTicket={idTicket} />
      </Box>
      {data && <Actions ticket={data.data} />}
    </Drawer>
  );
}

function Facts({ ticket }: { ticket: Ticket }) {
  const { cliente, tipo, assunto, etapaAtual, prazo, status, vencendo, operador, setor, filial } = ticket;
  return (
    <>
      <Typography sx={{ mb: 3, overflowWrap: 'anywhere' }}>{assunto || tipo.desc}</Typography>
      <KeyValueList
        pairWidth={150}
        items={[
          { label: 'Cliente', value: cliente.fant || cliente.razSoc },
          { label: 'Tipo', value: tipo.desc },
          { label: 'Etapa', value: etapaAtual.descricao },
          { label: 'Prazo', value: <DueDate value={prazo} status={status} soon={vencendo} /> },
          ...(isOfCompany()
            ? [
                { label: 'Operador', value: operador?.nome ?? 'Ninguém assumiu' },
                { label: 'Setor', value: setor?.desc },
              ]
            : []),
          { label: 'Filial', value: filial.razSoc },
          {
            label: field(TicketRow, 'datahora_criacao').label,
            value: <RelativeDate value={ticket.datahora_criacao} />,
          },
        ]}
      />
    </>
  );
}

const MAX_SHOWN = 3;

function LastMessages({ idTicket }: { idTicket: number }) {
  const { data } = useRoute(conversationRoutes.history, {
    params: { idTicket },
    query: { page: 1, take: MAX_SHOWN },
  });
  if (!data || data.itens.length === 0) return null;
  return (
    <Box component="section" aria-label="Últimas mensagens" sx={{ mt: 5 }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        Últimas mensagens
      </Typography>
      {data.itens.map((message) => (
        <Box
          key={message.id}
          sx={({ vars: { palette } }) => ({
            py: 2,
            borderTop: `1px solid ${palette.components.linha}`,
            fontSize: 13,
          })}
        >
          <Box sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
            {message.colaborador.nome} · <RelativeDate value={message.datahora_criacao} />
            {message.tipo !== 'PUBLICO' && ` · ${rowOf(historyType, message.tipo).label}`}
          </Box>
          <Box sx={{ maxHeight: 120, overflow: 'hidden', overflowWrap: 'anywhere' }}>
            <SafeHtml html={message.mensagem} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Actions({ ticket }: { ticket: Ticket }) {
  return (
    <Box
      sx={({ vars: { palette } }) => ({
        display: 'flex',
        gap: 2,
        px: 4,
        py: 3,
        borderTop: `1px solid ${palette.components.linha}`,
      })}
    >
      <Button component={Link} to={`/tickets/${ticket.id}`} variant="contained">
        Abrir
      </Button>
      <TakeButton ticket={ticket} />
    </Box>
  );
}
