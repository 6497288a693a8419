import AddOutlined from '@mui/icons-material/AddOutlined';
import CheckOutlined from '@mui/icons-material/CheckOutlined';
import DeleteOutlineOutlined from '@mui/icons-material/DeleteOutlineOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useItems } from '../state/wizardContext.ts';

interface AddButtonProps {
  /** What is added, for screen readers. */
  name: string;
  added: boolean;
  /** Left out where it can only be removed. */
  onAdd?: () => void;
  onRemove: () => void;
}

/** 'Adicionar', then 'Adicionado', which removes again (document 000, section 4). */
export function AddButton({ name, added, onAdd, onRemove }: AddButtonProps) {
  const [over, setOver] = useState(false);
  if (!added)
    return (
      <Button
        variant="outlined"
        size="small"
        startIcon={<AddOutlined />}
        aria-label={`Adicionar ${name}`}
        onClick={onAdd}
        sx={{ minWidth: 118 }}
      >
        Adicionar
      </Button>
    );
  return (
    <Button
      variant="outlined"
      size="small"
      color={over ? 'error' : 'success'}
      startIcon={over ? <DeleteOutlineOutlined /> : <CheckOutlined />}
      aria-label={`Adicionado ${name}, remover`}
      onClick={onRemove}
      onMouseEnter={() => setOver(true)}
      onMouseLeave={() => setOver(false)}
      sx={{ minWidth: 118 }}
    >
      {over ? 'Remover' : 'Adicionado'}
    </Button>
  );
}

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter acts on what stands in the field now. */
  onEnter?: () => void;
}

/** A search whose Enter does not leave the step. */
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
          // A scanner types the next code at once: it takes the place of this one.
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

/** What is wrong with a list as a whole, or what the server says of its entries. */
export function StepAlert({ field }: { field: string }) {
  const { refused, textAt } = useItems();
  const own = textAt(field);
  const below = Object.entries(refused).flatMap(([at, text]) => (at.startsWith(`${field}.`) ? [text] : []));
  const texts = [...new Set([...(own ? [own] : []), ...below])];
  return texts.length > 0 ? <Alert severity="error">{texts.join('\n')}</Alert> : null;
}

/** A list of things to choose: picture, text with a second line, button. */
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

/** Fields of a step below each other, never wider than reading allows. */
export const StepFields = styled('div')({ display: 'grid', gap: 16, maxWidth: 640 });
