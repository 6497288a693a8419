import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { visuallyHidden } from '@mui/utils';
import { type ReactNode, useState } from 'react';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { KeptOpen } from '../../../ui/components/frame/KeptOpen.tsx';
import { AttachmentsDialog } from '../AttachmentsDialog.tsx';
import { HistoryTab } from '../HistoryTab.tsx';
import { ProductsTab } from '../products/ProductsTab.tsx';
import { StepMap } from '../rail/StepMap.tsx';

export type TabKey = 'historico' | 'produtos' | 'detalhes';

interface TicketTabsProps {
  ticket: Ticket;
  tab: TabKey;
  onTab: (tab: TabKey) => void;
  /** The rail, where there is no room beside the tabs. */
  details?: ReactNode;
}

export function TicketTabs({ ticket, tab: chosen, onTab, details }: TicketTabsProps) {
  const [attachments, setAttachments] = useState(false);
  const total = ticket.totalAnexos;
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
          aria-label={inWords('Partes do ticket')}
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
          {/* Beside the tabs of a phone only the number has room. */}
          <span>
            <span style={details ? visuallyHidden : undefined}>{total === 0 ? 'Sem anexos' : 'Anexos'}</span>
            {total > 0 && ` (${total})`}
          </span>
        </Button>
      </Box>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'historico' && <HistoryTab ticket={ticket} />}
        {tab === 'produtos' && <ProductsTab ticket={ticket} />}
        <KeptOpen open={tab === 'detalhes'} onOpen={() => onTab('detalhes')}>
          <Box sx={{ mb: 3 }}>
            <StepMap ticket={ticket} />
          </Box>
          {details}
        </KeptOpen>
      </div>
      <AttachmentsDialog idTicket={ticket.id} open={attachments} onClose={() => setAttachments(false)} />
    </Box>
  );
}
