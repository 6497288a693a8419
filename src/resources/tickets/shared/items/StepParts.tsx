import AddOutlined from '@mui/icons-material/AddOutlined';
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DeleteOutlineOutlined from '@mui/icons-material/DeleteOutlineOutlined';
import ImageNotSupportedOutlined from '@mui/icons-material/ImageNotSupportedOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { type FileRef, platformRoutes } from '#contract/config/platform.ts';
import { totalBytes } from '#contract/rules/files.ts';
import { itemToasts } from '#contract/rules/tickets/ticketItems.ts';
import { addressOf } from '#data/call.ts';
import { fullAddress } from '#data/http.ts';
import { FilePicker } from '#ui/components/files/FilePicker.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useItems } from '../draft/itemsChoice.ts';

interface AddButtonProps {
  /** Name of the item to add, for screen readers. */
  name: string;
  added: boolean;
  /** Omitted where the item can only be removed. */
  onAdd?: () => void;
  onRemove: () => void;
  /** Leads to the item's quantity where it is asked for here. */
  onQuantity?: () => void;
}

/**
 * 'Adicionar', which becomes 'Adicionado' and then removes the item again (document 000, section 4). A second Enter, in a row of
 * products that are added one after the other, leads to the quantity instead; the space bar removes, as a click does.
 */
export function AddButton({ name, added, onAdd, onRemove, onQuantity }: AddButtonProps) {
  const [over, setOver] = useState(false);
  const [again, setAgain] = useState(false);
  const removing = added && over;
  const note = added && again ? 'Já adicionado. A barra de espaço remove.' : '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !added) return;
    event.preventDefault();
    if (onQuantity) onQuantity();
    else setAgain(true);
  };
  const press = () => {
    setAgain(false);
    setOver(false);
    if (added) onRemove();
    else onAdd?.();
  };
  // One button for both, so that it keeps the focus.
  return (
    <>
      <Tooltip open={note !== ''} title={note} placement="top" arrow describeChild>
        <Button
          variant="outlined"
          size="small"
          color={removing ? 'error' : added ? 'success' : 'primary'}
          startIcon={removing ? <DeleteOutlineOutlined /> : added ? <CheckOutlined /> : <AddOutlined />}
          aria-label={added ? `Adicionado ${name}, remover` : `Adicionar ${name}`}
          onClick={press}
          onKeyDown={onKeyDown}
          onBlur={() => setAgain(false)}
          // Not at once below the pointer that has just added it.
          onMouseEnter={() => setOver(added)}
          onMouseLeave={() => setOver(false)}
          sx={{ minWidth: 118 }}
        >
          {removing ? 'Remover' : added ? 'Adicionado' : 'Adicionar'}
        </Button>
      </Tooltip>
      <span role="status" style={visuallyHidden}>
        {note}
      </span>
    </>
  );
}

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter acts on the field's current text. */
  onEnter?: () => void;
}

/** A search field whose Enter does not advance the step. */
export function SearchBox({ label, placeholder, value, onChange, onEnter }: SearchBoxProps) {
  return (
    <div data-own-enter>
      <TextField
        fullWidth
        type="search"
        label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || !onEnter) return;
          onEnter();
          // A scanner types the next code immediately; selecting the text lets that code replace it.
          (event.target as HTMLInputElement).select();
        }}
        slotProps={{
          htmlInput: { maxLength: 100, autoComplete: 'off' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchOutlined fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
    </div>
  );
}

/** The problem of a list as a whole, or the server's messages about its entries. */
export function StepAlert({ field }: { field: string }) {
  const { refused, textAt } = useItems();
  const own = textAt(field);
  const below = Object.entries(refused).flatMap(([at, text]) => (at.startsWith(`${field}.`) ? [text] : []));
  const texts = [...new Set([...(own ? [own] : []), ...below])];
  return texts.length > 0 ? <Alert severity="error">{texts.join('\n')}</Alert> : null;
}

/** A list of choices: picture, text with a second line, button. */
export const Rows = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '& > li': { display: 'flex', alignItems: 'center', gap: 12, padding: '8px 12px' },
    '& > li + li': { borderTop: `1px solid ${components.linha}` },
    '& .what': { flex: 1, minWidth: 0, display: 'grid', overflowWrap: 'anywhere' },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    [theme.breakpoints.down('sm')]: {
      '& > li': { flexWrap: 'wrap' },
      '& > li > button': { marginLeft: 'auto' },
    },
  };
});

/** A step's fields stacked vertically, at a readable width. */
export const StepFields = styled('div')({ display: 'grid', gap: 16, maxWidth: 640 });

/** A product's photo, or 'Produto não disponível' if there is none (document 000, section 8). */
export function ProductImage({ id }: { id: string | null }) {
  const [broken, setBroken] = useState(false);
  return (
    <Square title={id && !broken ? undefined : itemToasts.unavailable}>
      {id && !broken ? (
        <img
          src={fullAddress(addressOf(platformRoutes.productImage, { idImagem: id }))}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <ImageNotSupportedOutlined fontSize="small" aria-hidden />
      )}
    </Square>
  );
}

const Square = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 40,
  height: 40,
  overflow: 'hidden',
  borderRadius: 6,
  color: theme.vars.palette.components.textoFraco,
  backgroundColor: theme.vars.palette.components.realce,
  '& img': { objectFit: 'cover' },
}));

interface WizardFilesProps {
  label: string;
  /** For screen readers, when there are several pickers on the page. */
  name: string;
  required: boolean;
  files: readonly FileRef[];
  onChange: (files: FileRef[]) => void;
  error?: string | undefined;
  /** Accepts pasted files anywhere on the page; for a step with a single picker. */
  pasteAnywhere?: boolean;
}

/** Up to six files, uploaded as they are added; all files of the ticket share one size limit. */
export function WizardFiles({
  label,
  name,
  required,
  files,
  onChange,
  error,
  pasteAnywhere = false,
}: WizardFilesProps) {
  const { uploads, limits, bytes } = useItems();
  const { report } = uploads;
  const id = useId();
  useEffect(() => () => report(id, null), [id, report]);
  return (
    <div>
      <Typography component="div" sx={{ fontSize: 13, fontWeight: 500, mb: 1, color: 'text.secondary' }}>
        {label}
        {required && ' *'}
      </Typography>
      <FilePicker
        label={name}
        required={required}
        files={files}
        onChange={(next) => onChange([...next])}
        upload={uploads.upload}
        thumbOf={uploads.thumbOf}
        maxBytes={limits.maxBytes}
        usedBytes={bytes - totalBytes(files)}
        onStatus={(status) => report(id, status)}
        pasteAnywhere={pasteAnywhere}
        error={error}
      />
    </div>
  );
}
