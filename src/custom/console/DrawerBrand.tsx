import Box from '@mui/material/Box';
import { BrandMark } from '../../ui/shell/BrandMark.tsx';
import { APP_NAME } from '../../ui/shell/heading.ts';

/** Mark and name, as high as the top bar. */
export function DrawerBrand({ collapsed }: { collapsed: boolean }) {
  return (
    <Box sx={{ height: 56, flex: 'none', px: '22px', display: 'flex', alignItems: 'center', gap: 3 }}>
      <BrandMark />
      {!collapsed && (
        <Box component="span" sx={{ fontSize: '1rem', fontWeight: 600, letterSpacing: '-0.014em' }}>
          {APP_NAME}
        </Box>
      )}
    </Box>
  );
}
