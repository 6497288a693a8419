import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { parseDecimal } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { formatAccessKey, normalizeAccessKey, parseAccessKey } from '#contract/rules/nfe/accessKey.ts';
import {
  compareWithMirror,
  type ReturnInvoiceContext,
  readTotal,
  returnInvoiceProblems,
  returnKeyFault,
} from '#contract/rules/steps/returnInvoice.ts';
import type { ReturnInvoiceInput } from '#contract/rules/steps/stepInput.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type Mirror, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import { useRoute } from '#data/useRoute.ts';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import type { Mask } from '#ui/components/inputs/masks.tsx';
import { MoneyField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { StepFiles, useStepProblems } from '../parts/StepFields.tsx';
import type { StepFormProps } from '../stepFormProps.ts';
import { MirrorComparison } from './MirrorComparison.tsx';

const EMPTY: ReturnInvoiceInput = { chave: '', total: '' };
const ACCEPT = ['.pdf', '.xml', '.jpg', '.png'];
/** Eleven digits plus cents. */
const MAX_TOTAL = '99999999999.99';

/** Send return invoice: its key, its total compared with the mirror's, and a file as proof. */
export function ReturnInvoiceForm(props: StepFormProps) {
  const answer = useRoute(ticketItemRoutes.mirror, { params: { idTicket: props.ticket.id } });
  return (
    <Answered answer={answer} skeleton={<FormSkeleton fields={3} />}>
      {(mirror) => <ReturnInvoice {...props} mirror={mirror} />}
    </Answered>
  );
}

function ReturnInvoice({
  ticket,
  mirror,
  value,
  onChange,
  onProblems,
  errors,
  disabled,
}: StepFormProps & { mirror: Mirror }) {
  const { can } = useCan();
  const input = value.notaDevolucao ?? EMPTY;
  const received = useRoute(ticketItemRoutes.receivedReturns, { params: { idTicket: ticket.id } }).data ?? [];
  const chosen = received.find(({ anexo }) => anexo === input.anexo);
  const context: ReturnInvoiceContext = {
    mirrorTotal: mirror.totais.total,
    tolerance: mirror.tolerancia ?? '0',
    mayRelease: can('TICKETS_LIBERAR_NOTA'),
    provenKey: chosen?.chave ?? ticket.notaDevolucao?.chave ?? null,
  };
  useStepProblems({ onProblems }, returnInvoiceProblems(input, context));
  const change = (part: Partial<ReturnInvoiceInput>) => {
    const next = { ...input, ...part };
    const complete = returnInvoiceProblems(next, context).length === 0;
    // No flow condition depends on the invoice, so the current facts remain valid afterwards.
    onChange({ ...value, notaDevolucao: next }, complete ? ticket.fatos : null);
  };
  const total = parseDecimal(input.total) === null ? null : readTotal(input.total);
  const differs = total !== null && !compareWithMirror(total, context).within;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 280px' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
        {ticket.notaDevolucao && input.chave === '' && (
          <Typography variant="body2">
            Uma nota já foi enviada antes.{' '}
            <Button
              size="small"
              disabled={disabled}
              onClick={() =>
                change({
                  chave: ticket.notaDevolucao?.chave ?? '',
                  total: parseDecimal(ticket.notaDevolucao?.total ?? '') ?? '',
                })
              }
            >
              Usar a mesma nota
            </Button>
          </Typography>
        )}
        {received
          .filter((note) => note !== chosen)
          .map((note) => (
            <Typography key={note.anexo} variant="body2">
              {`Anexada a este ticket: nota ${note.numero}, de ${formatCalendarDate(note.emissao)}, ${formatMoney(note.total, 2)}. `}
              <Button
                size="small"
                disabled={disabled}
                onClick={() => change({ anexo: note.anexo, chave: note.chave, total: note.total })}
              >
                Usar esta nota
              </Button>
            </Typography>
          ))}
        {chosen && (
          <Typography variant="body2" role="status">
            {`Com o XML "${chosen.nome}", nota ${chosen.numero} de ${formatCalendarDate(chosen.emissao)}. `}
            <Button
              size="small"
              disabled={disabled}
              onClick={() => change({ anexo: null, chave: '', total: '' })}
            >
              Não usar
            </Button>
          </Typography>
        )}
        <AccessKeyField
          value={input.chave}
          onChange={(chave) => change({ chave })}
          error={errors['notaDevolucao.chave']}
          disabled={disabled}
        />
        <MoneyField
          required
          label="Valor total da nota (R$)"
          value={input.total || null}
          onChange={(next) => change({ total: next ?? '' })}
          max={MAX_TOTAL}
          disabled={disabled}
          error={errors['notaDevolucao.total'] !== undefined}
          helperText={errors['notaDevolucao.total'] ?? 'Como está na nota: 1234,56'}
          sx={{ maxWidth: 320 }}
        />
        {differs && context.mayRelease && (
          <Release
            input={input}
            change={change}
            error={errors['notaDevolucao.liberacao.motivo']}
            disabled={disabled}
          />
        )}
        <StepFiles
          required={!chosen}
          label="PDF ou XML da nota"
          accept={ACCEPT}
          purpose="NOTA_DEVOLUCAO"
          files={input.arquivos ?? []}
          onChange={(arquivos) => change({ arquivos })}
          error={errors['notaDevolucao.arquivos']}
        />
      </Box>
      <MirrorComparison mirror={mirror} tolerance={context.tolerance} total={total} />
    </Box>
  );
}

interface ReleaseProps {
  input: ReturnInvoiceInput;
  change: (part: Partial<ReturnInvoiceInput>) => void;
  error: string | undefined;
  disabled: boolean;
}

/** For people who may accept a difference: the release itself, and its reason. */
function Release({ input, change, error, disabled }: ReleaseProps) {
  const released = Boolean(input.liberacao);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FormControlLabel
        label="Liberar a diferença"
        disabled={disabled}
        control={
          <Switch
            checked={released}
            onChange={({ target }) => change({ liberacao: target.checked ? { motivo: '' } : null })}
          />
        }
      />
      {released && (
        <TextField
          required
          multiline
          minRows={2}
          label="Motivo da liberação"
          value={input.liberacao?.motivo ?? ''}
          onChange={({ target }) => change({ liberacao: { motivo: target.value } })}
          disabled={disabled}
          error={error !== undefined}
          helperText={error}
          slotProps={{ htmlInput: { maxLength: 250 } }}
        />
      )}
    </Box>
  );
}

interface AccessKeyFieldProps {
  value: string;
  onChange: (key: string) => void;
  error: string | undefined;
  disabled: boolean;
}

const LENGTH = 44;

const ACCESS_KEY: Mask = {
  format: formatAccessKey,
  plain: normalizeAccessKey,
  allowed: /^[0-9A-Za-z.\-/\s]*$/,
  most: LENGTH,
  asks: 'A chave tem 44 caracteres',
  placeholder: '',
  letters: true,
};

/** The 44 characters in groups of four; pasted text may contain spaces and other separators. */
function AccessKeyField({ value, onChange, error, disabled }: AccessKeyFieldProps) {
  const [left, setLeft] = useState(false);
  const isWhole = value.length === LENGTH;
  const fault = isWhole || (left && value !== '') ? returnKeyFault(value) : '';
  return (
    <MaskedField
      kind={ACCESS_KEY}
      // How many characters there are, and what is wrong with them, is told with each.
      immediate
      fullWidth
      required
      label="Chave de acesso da nota de devolução"
      value={value}
      onChange={(key) => {
        onChange(key);
        setLeft(false);
      }}
      onBlur={() => setLeft(true)}
      disabled={disabled}
      error={Boolean(fault || error)}
      helperText={fault || error || hintOf(value)}
      slotProps={{ htmlInput: { style: { fontVariantNumeric: 'tabular-nums' } } }}
    />
  );
}

/** Details contained in the key, so that a wrong invoice is noticed before it is sent. */
function hintOf(value: string): string {
  const parts = parseAccessKey(value);
  return parts
    ? `Nota ${Number(parts.number)}, série ${Number(parts.series)}, de ${parts.yearMonth.slice(2)}/20${parts.yearMonth.slice(0, 2)}`
    : `${value.length} de ${LENGTH} caracteres`;
}
