import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DeleteOutlineOutlined from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { Children, type ComponentType, type ReactNode, useState } from 'react';
import { DOCUMENT_DECIMALS, formatCount } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ticketWording } from '#data/session.ts';
import { Money } from '#ui/components/display/Texts.tsx';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import { givenOfItem, lineKey, removeLine } from '../draft/itemTransitions.ts';
import { Rows } from './StepParts.tsx';

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

/** 'Itens': everything added so far, in three tabs (document 000, section 2). */
export function ItemsDialog({ open, onClose }: ItemsDialogProps) {
  return (
    <DialogFrame
      // Changes are applied to the ticket's draft immediately, so there is nothing to lose on closing.
      confirmsDiscard={false}
      open={open}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen="phone"
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

/** Opens on the first tab that has content. */
function ItemTabs() {
  const { draft } = useItems();
  const [tab, setTab] = useState<TabKey>(() => TABS.find(({ key }) => draft[key].length > 0)?.key ?? 'notas');
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: TabKey) => setTab(next)}
        aria-label={ticketWording('Itens do ticket')}
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
          <KeepMounted open={tab === key} onOpen={() => setTab(key)}>
            <Content removable />
          </KeepMounted>
        </DialogContent>
      ))}
    </>
  );
}

interface ChosenRowsProps {
  label: string;
  empty: string;
  children: ReactNode;
}

function ChosenRows({ label, empty, children }: ChosenRowsProps) {
  if (Children.count(children) === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>;
  return <Rows aria-label={label}>{children}</Rows>;
}

interface ChosenRowProps {
  title: string;
  second: ReactNode;
  /** A quantity, shown on the right. */
  figure?: string;
  onRemove?: (() => void) | undefined;
}

/** An added invoice, item or product. */
function ChosenRow({ title, second, figure, onRemove }: ChosenRowProps) {
  return (
    <li>
      <span className="what">
        <span>{title}</span>
        <span className="second">{second}</span>
      </span>
      {figure && <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{figure}</span>}
      {onRemove && (
        <IconButton size="small" aria-label={`Remover ${title}`} onClick={onRemove}>
          <DeleteOutlineOutlined fontSize="small" />
        </IconButton>
      )}
    </li>
  );
}

/** The invoices added as a whole. */
export function ChosenInvoices({ removable = false }: { removable?: boolean }) {
  const { draft, change } = useItems();
  return (
    <ChosenRows empty="Nenhuma nota fiscal encontrada" label="Notas fiscais adicionadas">
      {draft.notas.map(({ chave, numNf, dtSai, vlTot }) => (
        <ChosenRow
          key={chave}
          title={`NF ${numNf}`}
          second={
            <>
              {formatCalendarDate(dtSai)} · <Money value={vlTot} decimals={DOCUMENT_DECIMALS} />
            </>
          }
          onRemove={
            removable
              ? () => change((now) => ({ ...now, notas: now.notas.filter((nota) => nota.chave !== chave) }))
              : undefined
          }
        />
      ))}
    </ChosenRows>
  );
}

/** The invoice products added, with the answers given for each. */
export function ChosenItems({ removable = false }: { removable?: boolean }) {
  const { draft, change } = useItems();
  return (
    <ChosenRows empty="Nenhum item encontrado" label="Itens adicionados">
      {draft.itens.map((item) => (
        <ChosenRow
          key={`${item.nfe}/${item.produto_id}`}
          title={`${item.idExibicao} - ${item.descricao}`}
          second={[
            `NF ${item.numNF}`,
            item.motivo?.descricao,
            item.obs.trim(),
            item.arquivos.length > 0 && formatCount(item.arquivos.length, 'foto', 'fotos'),
          ]
            .filter(Boolean)
            .join(' · ')}
          figure={givenOfItem(item) || '—'}
          onRemove={removable ? () => change((now) => removeLine(now, lineKey(item))) : undefined}
        />
      ))}
    </ChosenRows>
  );
}

/** The products added without an invoice. */
export function ChosenProducts({ removable = false }: { removable?: boolean }) {
  const { draft, change } = useItems();
  return (
    <ChosenRows empty="Nenhum item avulso encontrado" label="Itens avulsos adicionados">
      {draft.itensAvulsos.map(({ id, display, codigo_barras }) => (
        <ChosenRow
          key={id}
          title={display}
          second={codigo_barras && `Código de barras ${codigo_barras}`}
          onRemove={
            removable
              ? () =>
                  change((now) => ({
                    ...now,
                    itensAvulsos: now.itensAvulsos.filter((other) => other.id !== id),
                  }))
              : undefined
          }
        />
      ))}
    </ChosenRows>
  );
}
