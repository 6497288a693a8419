import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../../contract/rules/format.ts';

interface BrandRowProps {
  brands: readonly string[];
  value: string;
  disabled: boolean;
  onChange: (brand: string) => void;
}

/** One line of brands, none of them cut; a button says how many there are when they do not fit, and shows them all. */
export function BrandRow({ brands, value, disabled, onChange }: BrandRowProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { row, overflows } = useOverflow(brands);
  // Who walks by keyboard comes to the lines below too.
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.offsetTop > ONE_LINE) setOpen(true);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }}>
      <Box
        ref={row}
        id={id}
        role="group"
        aria-label="Marcas"
        onFocus={onFocus}
        sx={{
          position: 'relative',
          display: 'flex',
          flexWrap: 'wrap',
          minWidth: 0,
          gap: 1.5,
          ...(!open && { maxHeight: ONE_LINE, overflow: 'hidden' }),
        }}
      >
        {brands.map((brand) => (
          <Chip
            key={brand}
            label={brand}
            size="small"
            disabled={disabled}
            color={brand === value ? 'primary' : 'default'}
            aria-pressed={brand === value}
            onClick={() => onChange(brand === value ? '' : brand)}
          />
        ))}
      </Box>
      {(overflows || open) && (
        <Button
          size="small"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          sx={{ flex: 'none', mt: -0.5 }}
        >
          {open ? 'Recolher' : formatCount(brands.length, 'marca', 'marcas')}
        </Button>
      )}
    </Box>
  );
}

/** Height of a small chip. */
const ONE_LINE = 24;

/** Whether more brands stand below the one line that is shown; false where there is no layout. */
function useOverflow(brands: readonly string[]) {
  const row = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other brands fit otherwise
  useEffect(() => {
    const element = row.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      const last = element.lastElementChild as HTMLElement | null;
      setOverflows((last?.offsetTop ?? 0) > 0);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [brands]);
  return { row, overflows };
}
