import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import CloseIcon from '@mui/icons-material/Close';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lowerFirst } from '#contract/rules/text.ts';
import { themeColors } from '../../theme/theme.tsx';
import { FilterEditor } from './FilterEditor.tsx';
import { clearFilter, type Filter, type FiltersProps, isActive, sentenceOf } from './filters.ts';

interface FilterChipProps extends FiltersProps {
  filter: Filter;
  /** Set when it was just added from the menu. */
  initiallyOpen: boolean;
  onClosed: () => void;
}

/** A filter as a sentence, 'Status: Aberto, Em atendimento', which opens its editor. */
export const FilterChip = (props: FilterChipProps) => {
  const { filter, values, onChange, wordOf, learn, initiallyOpen, onClosed } = props;
  const chip = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (initiallyOpen) setOpen(true);
  }, [initiallyOpen]);
  const action = useRef<PopoverActions>(null);
  const followSize = useCallback((content: HTMLDivElement | null) => {
    if (!content || typeof ResizeObserver === 'undefined') return undefined;
    // It is placed when it opens, and would grow out of the window with what is added in it.
    const observer = new ResizeObserver(() => action.current?.updatePosition());
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  const active = isActive(filter, values);
  const sentence = sentenceOf(filter, values, (value) => wordOf(filter, value));
  const close = () => {
    setOpen(false);
    onClosed();
  };
  const remove = () => {
    const bar = chip.current?.closest('[role=search]');
    onChange(clearFilter(filter, values));
    setTimeout(() => focusLeft(bar));
  };
  return (
    <>
      <Chip data-active={active || undefined}>
        <button
          ref={chip}
          type="button"
          className="sentence"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <span>{active ? `${filter.label}: ${sentence}` : filter.label}</span>
          {!active && <ArrowDropDownIcon aria-hidden />}
        </button>
        {active && (
          <button
            type="button"
            className="remove"
            aria-label={
              filter.kind === 'condition'
                ? `Remover ${lowerFirst(filter.label)}`
                : `Remover filtro ${filter.label}`
            }
            onClick={remove}
          >
            <CloseIcon aria-hidden />
          </button>
        )}
      </Chip>
      <Popover
        open={open}
        action={action}
        anchorEl={() => chip.current}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': filter.label,
            sx: { width: WIDTHS[filter.kind] ?? 300, p: 3, mt: 1 },
          },
        }}
      >
        <div ref={followSize}>
          <FilterEditor
            autoFocus
            filter={filter}
            values={values}
            onChange={onChange}
            wordOf={wordOf}
            learn={learn}
            onDone={close}
          />
        </div>
      </Popover>
    </>
  );
};

const WIDTHS: Partial<Record<Filter['kind'], number>> = { dateRange: 368, condition: 640 };

/** The pressed button is removed with its filter, so the focus moves to the end of the bar. */
const focusLeft = (bar: Element | null | undefined) => {
  if (document.activeElement !== document.body) return;
  const buttons = bar?.querySelectorAll<HTMLElement>('button');
  buttons?.[buttons.length - 1]?.focus();
};

const Chip = styled('span')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'inline-flex',
    maxWidth: 420,
    height: 32,
    fontSize: 13,
    borderRadius: 6,
    border: `1px dashed ${color.components?.linhaForte ?? color.divider}`,
    '&[data-active]': { borderStyle: 'solid', backgroundColor: color.action.selected },
    '& button': {
      font: 'inherit',
      color: 'inherit',
      display: 'inline-flex',
      alignItems: 'center',
      minWidth: 0,
      border: 0,
      padding: '0 8px',
      background: 'none',
      cursor: 'pointer',
      borderRadius: 5,
      '&:hover': { backgroundColor: color.action.hover },
      '&:focus-visible': { outline: `2px solid ${color.primary.main}`, outlineOffset: -1 },
    },
    '& .sentence span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .remove': { flex: 'none', width: 28, padding: 0, justifyContent: 'center' },
    '& svg': { width: 16, height: 16 },
  };
});
