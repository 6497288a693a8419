import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { productRoutes } from '#contract/callcenter/products.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { steady } from '#ui/components/steady.tsx';
import { walkOnArrows } from '#ui/components/walkOnArrows.ts';
import { useIsPhone } from '#ui/theme/windowWidth.ts';

interface BrandMenuProps {
  /** The parameter tipoMenu. */
  menu: string;
  value: string;
  disabled: boolean;
  onChange: (brand: string) => void;
}

/** Brands in a row above the list or in a select field; a phone has no room for the row and always gets the field. */
export const BrandMenu = steady(({ menu, value, disabled, onChange }: BrandMenuProps) => {
  const phone = useIsPhone();
  const filters = useRoute(productRoutes.filters, {});
  const brands = filters.data?.data.marcas ?? NONE;
  if (brands.length === 0) return null;
  if (phone || menu !== 'SUPERIOR_DESANINHADO')
    return (
      <ChoiceField
        label="Marca"
        size="small"
        disabled={disabled}
        value={value}
        onChange={(brand) => onChange(brand ?? '')}
        sx={{ width: 280, maxWidth: '100%' }}
        choices={brands.map((brand) => ({ value: brand, label: brand }))}
        none="Todas"
      />
    );
  return <BrandRow brands={brands} value={value} disabled={disabled} onChange={onChange} />;
});

const NONE: readonly string[] = [];

interface BrandRowProps {
  brands: readonly string[];
  value: string;
  disabled: boolean;
  onChange: (brand: string) => void;
}

/**
 * One row of brands, none of them cut off, and one tab stop. When they do not all fit, a button shows their number and expands
 * them.
 */
function BrandRow({ brands, value, disabled, onChange }: BrandRowProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [stop, setStop] = useState(0);
  const { row, overflows } = useOverflow(brands);
  // Lets keyboard users reach the rows below as well.
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
        onKeyDown={walkOnArrows}
        sx={{
          position: 'relative',
          display: 'flex',
          flexWrap: 'wrap',
          minWidth: 0,
          gap: 1.5,
          ...(!open && { maxHeight: ONE_LINE, overflow: 'hidden' }),
        }}
      >
        {brands.map((brand, index) => (
          <Chip
            key={brand}
            tabIndex={index === Math.min(stop, brands.length - 1) ? 0 : -1}
            onFocus={() => setStop(index)}
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

/** Whether there are more brands than fit on the visible row; false in environments without layout. */
function useOverflow(brands: readonly string[]) {
  const row = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again for other brands
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
