import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

interface BrandMenuProps {
  /** Parameter tipoMenu. */
  menu: string;
  value: string;
  disabled: boolean;
  onChange: (brand: string) => void;
}

/** Brands in a row above the list, or behind one field. */
export function BrandMenu({ menu, value, disabled, onChange }: BrandMenuProps) {
  const filters = useRoute(productRoutes.filters, {});
  const brands = filters.data?.data.marcas ?? [];
  if (brands.length === 0) return null;
  if (menu !== 'SUPERIOR_DESANINHADO')
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
  return (
    <Box role="group" aria-label="Marcas" sx={{ display: 'flex', gap: 1.5, overflowX: 'auto', pb: 1 }}>
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
  );
}
