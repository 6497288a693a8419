import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../ui/shell/states/skeletons.tsx';

interface TintColorsProps {
  ean: string;
  value: number | null;
  disabled: boolean;
  onChange: (idCor: number | null) => void;
}

/** Colours that the machine can make on this base, each with what it adds to the price. */
export function TintColors({ ean, value, disabled, onChange }: TintColorsProps) {
  const colors = useRoute(productRoutes.colors, { params: { eanBase: ean } });
  if (colors.isPending) return <ListSkeleton rows={3} />;
  if (!colors.data) return <ErrorState error={colors.error} onRetry={() => void colors.refetch()} />;
  if (colors.data.length === 0)
    return <EmptyState title="Nenhuma cor" text="Esta base ainda não tem cores." />;
  return (
    <>
      <Box role="radiogroup" aria-label="Cor" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {colors.data.map((color) => (
          <ButtonBase
            key={color.id}
            role="radio"
            aria-checked={color.id === value}
            disabled={disabled}
            onClick={() => onChange(color.id)}
            sx={{
              display: 'flex',
              gap: 2,
              p: 1.5,
              borderRadius: 2,
              border: 2,
              borderColor: color.id === value ? 'primary.main' : 'divider',
              minWidth: 150,
              justifyContent: 'flex-start',
              textAlign: 'left',
            }}
          >
            <span
              aria-hidden
              style={{
                width: 28,
                height: 28,
                borderRadius: 6,
                background: color.hex,
                border: '1px solid #0003',
              }}
            />
            <span>
              {color.nome}
              <br />
              <small>+ {formatMoney(color.acrescimo, 2)} por unidade</small>
            </span>
          </ButtonBase>
        ))}
      </Box>
      {value !== null && (
        <Button size="small" disabled={disabled} onClick={() => onChange(null)} sx={{ mt: 2 }}>
          Deixar sem cor
        </Button>
      )}
    </>
  );
}
