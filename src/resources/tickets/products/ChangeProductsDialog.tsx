import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { compareDecimals, type Decimal, parseDecimal } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { QUANTITY_MAX } from '#contract/rules/quantity.ts';
import { inBase, isSameUnit, type ReturnUnit, toldAs } from '#contract/rules/tickets/returnUnits.ts';
import { OBSERVATION_MAX } from '#contract/rules/tickets/ticketItems.ts';
import type { ProductReason } from '#contract/rules/tickets/ticketType.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import type { ProductsInput, TicketItem } from '#contract/sac/tickets/ticketItems.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { ReturnQuantityField } from '#ui/components/inputs/ReturnQuantityField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictPanel } from '../moves/ConflictPanel.tsx';
import { ownUnit, sentUnit, unitsFor } from './unitsOfLine.ts';
import { useChangeProducts } from './useChangeProducts.ts';

interface ChangeProductsDialogProps {
  ticket: Ticket;
  items: readonly TicketItem[];
  onClose: () => void;
}

/** Changes quantity, reason and note of the lines, or removes lines, before the analysis has begun. */
export function ChangeProductsDialog({ ticket, items, onClose }: ChangeProductsDialogProps) {
  const titleId = useId();
  const reasons = useRoute(lookupRoutes.productReasons, {});
  const [lines, setLines] = useState(() => initialLines(items));
  const { send, sending, failure } = useChangeProducts(ticket, onClose);
  const body = changesOf(items, lines);
  const count = body.alterados.length + body.removidos.length;
  const change = (id: number, part: Partial<LineEdit>) =>
    setLines((now) => now.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count > 0) void send(body);
  };
  return (
    <DialogFrame open fullWidth maxWidth="md" fullScreen="phone" onClose={onClose} aria-labelledby={titleId}>
      <form
        noValidate
        onSubmit={submit}
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={titleId}>Alterar produtos</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Os produtos podem mudar até a análise começar.
          </Typography>
          {failure?.conflict && <ConflictPanel conflict={failure.conflict} />}
          {failure && !failure.conflict && <Alert severity="error">{failure.text}</Alert>}
          {items.map((item, at) => (
            <ChangeLine
              key={item.id}
              item={item}
              line={lines[at] as LineEdit}
              reasons={reasons.data ?? []}
              error={failure?.errorOf(item.id)}
              disabled={sending}
              onChange={(part) => change(item.id, part)}
            />
          ))}
        </DialogContent>
        <DialogActions>
          <Typography role="status" variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
            {count === 0 ? 'Nada mudou' : formatCount(count, 'produto muda', 'produtos mudam')}
          </Typography>
          <CloseButton disabled={sending}>Fechar</CloseButton>
          <Button type="submit" variant="contained" loading={sending} disabled={count === 0}>
            Salvar
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

interface ChangeLineProps {
  item: TicketItem;
  line: LineEdit;
  reasons: readonly ProductReason[];
  error: string | undefined;
  disabled: boolean;
  onChange: (part: Partial<LineEdit>) => void;
}

/** One editable line; a product without an invoice can only be removed. */
function ChangeLine({ item, line, reasons, error, disabled, onChange }: ChangeLineProps) {
  const label = `${item.idExibicao} - ${item.descricao}`;
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{
        m: 0,
        p: 3,
        minInlineSize: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        display: 'grid',
        gap: 2,
      }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Typography sx={{ flex: 1, minWidth: 0, textDecoration: line.removed ? 'line-through' : 'none' }}>
          {label}
        </Typography>
        <Button
          size="small"
          color={line.removed ? 'inherit' : 'error'}
          disabled={disabled}
          aria-label={`${line.removed ? 'Manter' : 'Remover'} ${label}`}
          onClick={() => onChange({ removed: !line.removed })}
        >
          {line.removed ? 'Manter' : 'Remover'}
        </Button>
      </Box>
      {!line.removed && !item.avulso && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) minmax(0, 1.4fr)' },
          }}
        >
          <Box sx={{ pt: { sm: 5.5 } }}>
            <ReturnQuantityField
              label={`Quantidade de ${label}`}
              value={line.quantity}
              onChange={(quantity) => onChange({ quantity })}
              unit={line.unit}
              units={unitsFor(item, '0')}
              onUnit={(unit) =>
                onChange({ unit, quantity: line.quantity && toldAs(line.quantity, line.unit, unit) })
              }
              rest={inBase(item.qtd_comprada ?? QUANTITY_MAX, item.fator)}
              divides={item.fracionavel}
              disabled={disabled}
            />
          </Box>
          <ChoiceField
            fullWidth
            required
            label="Motivo"
            value={line.reason}
            onChange={(reason) => onChange({ reason })}
            disabled={disabled}
            choices={reasons.map(({ id, descricao }) => ({ value: id, label: descricao }))}
          />
          <TextField
            fullWidth
            label="Observação"
            value={line.note}
            onChange={({ target }) => onChange({ note: target.value })}
            disabled={disabled}
            slotProps={{ htmlInput: { maxLength: OBSERVATION_MAX } }}
          />
        </Box>
      )}
      {error && (
        <Typography variant="caption" color="error" role="alert">
          {error}
        </Typography>
      )}
    </Box>
  );
}

/** The edited state of a line. */
interface LineEdit {
  id: number;
  /** `null` while the input is not a valid quantity. */
  quantity: Decimal | null;
  unit: ReturnUnit;
  reason: number | null;
  note: string;
  removed: boolean;
}

const initialLines = (items: readonly TicketItem[]): LineEdit[] =>
  items.map((item) => ({
    id: item.id,
    quantity: parseDecimal(item.qtd_solicitada),
    unit: ownUnit(item),
    reason: item.motivo,
    note: item.obs,
    removed: false,
  }));

/**
 * The lines that were changed; an unreadable quantity is sent as an empty string, so that the validation rule explains the
 * error.
 */
function changesOf(items: readonly TicketItem[], lines: readonly LineEdit[]) {
  return {
    alterados: lines.flatMap((line, at) => {
      const item = items[at] as TicketItem;
      const { id, quantity, unit, reason, note } = line;
      return line.removed || !differs(item, line)
        ? []
        : [
            {
              id,
              qtd_solicitada: quantity ?? '',
              ...sentUnit(item, unit),
              motivo_id: reason,
              obs: note.trim(),
            },
          ];
    }),
    removidos: lines.filter(({ removed }) => removed).map(({ id }) => id),
  } satisfies ProductsInput;
}

const differs = (item: TicketItem, { quantity, unit, reason, note }: LineEdit): boolean =>
  quantity === null ||
  !isSameUnit(unit, ownUnit(item)) ||
  compareDecimals(quantity, item.qtd_solicitada) !== 0 ||
  reason !== item.motivo ||
  note.trim() !== item.obs;
