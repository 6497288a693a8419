import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { BrandRow } from './BrandRow.tsx';

interface BrandMenuProps {
  /** Parameter tipoMenu. */
  menu: string;
  value: string;
  disabled: boolean;
  onChange: (brand: string) => void;
}

/** Brands in a row above the list, or behind one field: a phone, which has no room for the row, always has the field. */
export function BrandMenu({ menu, value, disabled, onChange }: BrandMenuProps) {
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const filters = useRoute(productRoutes.filters, {});
  const brands = filters.data?.data.marcas ?? NONE;
  if (brands.length === 0) return null;
  if (phone || menu !== 'SUPERIOR_DESANINHADO')
    return (
      <TextField
        select
        label="Marca"
        size="small"
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ select: { displayEmpty: true } }}
        sx={{ width: 280, maxWidth: '100%' }}
      >
        <MenuItem value="">Todas</MenuItem>
        {brands.map((brand) => (
          <MenuItem key={brand} value={brand}>
            {brand}
          </MenuItem>
        ))}
      </TextField>
    );
  return <BrandRow brands={brands} value={value} disabled={disabled} onChange={onChange} />;
}

const NONE: readonly string[] = [];
