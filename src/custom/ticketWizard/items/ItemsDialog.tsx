import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentType, useState } from 'react';
import { inWords } from '../../../dataProvider/inWords.ts';
import { CloseCross, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { KeptOpen } from '../../../ui/components/frame/KeptOpen.tsx';
import { useWizard } from '../state/wizardContext.ts';
import { ChosenInvoices, ChosenItems, ChosenProducts } from './ChosenRows.tsx';

type TabKey = 'notas' | 'itensAvulsos' | 'itens';

const TABS: { key: TabKey; label: string; Content: ComponentType<{ removable?: boolean }> }[] = [
  { key: 'notas', label: 'Notas Fiscais', Content: ChosenInvoices },
  { key: 'itensAvulsos', label: 'Itens Avulsos', Content: ChosenProducts },
  { key: 'itens', label: 'Itens', Content: ChosenItems },
];

interface ItemsDialogProps {
  open: boolean;
  onClose: () => void;
}

/** 'Itens': all that was added, in its three tabs (document 000, section 2). */
export function ItemsDialog({ open, onClose }: ItemsDialogProps) {
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  return (
    <DialogFrame
      // What is changed stands in the draft of the ticket at once.
      asks={false}
      open={open}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
      aria-labelledby="itens-do-ticket"
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 3 }}>
        <DialogTitle id="itens-do-ticket" sx={{ flex: 1 }}>
          Itens
        </DialogTitle>
        <CloseCross aria-label="Fechar itens">
          <CloseOutlined />
        </CloseCross>
      </Box>
      <ItemTabs />
    </DialogFrame>
  );
}

/** Opens on the first tab that holds something. */
function ItemTabs() {
  const { draft } = useWizard();
  const [tab, setTab] = useState<TabKey>(() => TABS.find(({ key }) => draft[key].length > 0)?.key ?? 'notas');
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: TabKey) => setTab(next)}
        aria-label={inWords('Itens do ticket')}
        sx={{ px: 4 }}
      >
        {TABS.map(({ key, label }) => (
          <Tab
            key={key}
            value={key}
            id={`aba-${key}`}
            aria-controls={`painel-${key}`}
            label={draft[key].length > 0 ? `${label} (${draft[key].length})` : label}
          />
        ))}
      </Tabs>
      {TABS.map(({ key, Content }) => (
        <DialogContent
          key={key}
          role="tabpanel"
          id={`painel-${key}`}
          aria-labelledby={`aba-${key}`}
          hidden={tab !== key}
          tabIndex={0}
          sx={{ minHeight: 200 }}
        >
          <KeptOpen open={tab === key} onOpen={() => setTab(key)}>
            <Content removable />
          </KeptOpen>
        </DialogContent>
      ))}
    </>
  );
}
