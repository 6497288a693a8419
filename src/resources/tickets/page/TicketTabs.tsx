import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { type ReactNode, useEffect, useState } from 'react';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import { ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { FileList } from '#ui/components/files/FileList.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { whenIdle } from '#ui/shell/loadLater.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { useIsPrinted } from '#ui/theme/windowWidth.ts';
import { Conversation, HistoryTab } from '../HistoryTab.tsx';
import { ProductsTab } from '../products/ProductsTab.tsx';
import { StepMap } from '../rail/StepMap.tsx';
import { listedFile } from '../ticketFiles.tsx';

export type TabKey = 'historico' | 'produtos' | 'detalhes';

interface TicketTabsProps {
  ticket: Ticket;
  tab: TabKey;
  onTab: (tab: TabKey) => void;
  /** The rail, when there is no room for it beside the tabs. */
  details?: ReactNode;
}

export function TicketTabs({ ticket, tab: chosen, onTab, details }: TicketTabsProps) {
  const [attachments, setAttachments] = useState(false);
  const total = ticket.totalAnexos;
  const paper = usePaper(ticket);
  const tab = chosen === 'detalhes' && !details ? 'historico' : chosen;
  const names = [
    { key: 'historico', label: 'Histórico' },
    { key: 'produtos', label: ticket.totalItens > 0 ? `Produtos (${ticket.totalItens})` : 'Produtos' },
    ...(details ? [{ key: 'detalhes', label: 'Detalhes' }] : []),
  ];
  return (
    <Box component="section" aria-label="Conversa, produtos e detalhes" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', columnGap: 1, mb: 4 }}>
        <Tabs
          value={tab}
          onChange={(_event, next: TabKey) => onTab(next)}
          aria-label={ticketWording('Partes do ticket')}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {names.map(({ key, label }) => (
            <Tab key={key} value={key} label={label} id={`tab-${key}`} aria-controls={`panel-${key}`} />
          ))}
        </Tabs>
        <Button
          size="small"
          color="inherit"
          startIcon={<AttachFileOutlined />}
          onClick={() => setAttachments(true)}
          disabled={total === 0}
          sx={{ minWidth: 0 }}
        >
          {/* Beside the tabs of a phone there is room only for the number. */}
          <span>
            <span style={details ? visuallyHidden : undefined}>{total === 0 ? 'Sem anexos' : 'Anexos'}</span>
            {total > 0 && ` (${total})`}
          </span>
        </Button>
      </Box>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'historico' && <HistoryTab ticket={ticket} />}
        {tab !== 'historico' && paper && <Conversation idTicket={ticket.id} />}
        {paper && ticket.totalItens > 0 && <Typography variant="h2">Produtos</Typography>}
        {(tab === 'produtos' || (paper && ticket.totalItens > 0)) && <ProductsTab ticket={ticket} />}
        <KeepMounted open={tab === 'detalhes'} onOpen={() => onTab('detalhes')}>
          <Box sx={{ mb: 3 }}>
            <StepMap ticket={ticket} />
          </Box>
          {details}
        </KeepMounted>
      </div>
      <AttachmentsDialog idTicket={ticket.id} open={attachments} onClose={() => setAttachments(false)} />
    </Box>
  );
}

/**
 * Whether the ticket is being printed, with all its parts and whichever tab is open. Paper is laid out at once, so that what
 * it shows of the other tabs has been fetched before.
 */
function usePaper({ id, totalItens }: Ticket): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let isOpen = true;
    whenIdle(() => isOpen && setIdle(true));
    return () => {
      isOpen = false;
    };
  }, []);
  useRoute(ticketItemRoutes.products, { params: { idTicket: id } }, { enabled: idle && totalItens > 0 });
  return useIsPrinted();
}

interface AttachmentsDialogProps {
  idTicket: number;
  open: boolean;
  onClose: () => void;
}

/** 'Anexos do Ticket' (document 000 section 2). */
function AttachmentsDialog({ idTicket, open, onClose }: AttachmentsDialogProps) {
  const { data, error, isPending, refetch } = useRoute(
    conversationRoutes.attachments,
    { params: { idTicket } },
    { enabled: open },
  );
  return (
    <DialogFrame open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="ticket-attachments">
      <DialogTitle id="ticket-attachments">{ticketWording('Anexos do Ticket')}</DialogTitle>
      <DialogContent aria-busy={isPending}>
        {isPending && <p>Carregando...</p>}
        <Failure answer={{ data, error, refetch }} />
        {data && <FileList files={data.map(listedFile)} />}
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
