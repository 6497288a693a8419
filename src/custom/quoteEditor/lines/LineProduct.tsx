import ImageOutlined from '@mui/icons-material/ImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { CartItem, EditedQuote, Packaging } from '#contract/callcenter/quotes/quoteShapes.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { negotiationStatus } from '#contract/catalogs/orderStatus.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { StockBadge } from '../products/ProductRow.tsx';

interface LineProductProps {
  item: CartItem;
  quote: EditedQuote;
  pack: Packaging;
}

/** What is sold: its picture, its name, whether there is any, and what is asked about its price. */
export const LineProduct = ({ item, quote, pack }: LineProductProps) => {
  const { produto } = item;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <Picture aria-hidden>
        {produto.idImagem ? (
          <img src={`/imagens/produtos/${produto.idImagem}`} alt="" loading="lazy" width={40} height={40} />
        ) : (
          <ImageOutlined fontSize="small" />
        )}
      </Picture>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box
          title={produto.descricao}
          sx={{
            display: { xs: 'none', sm: '-webkit-box' },
            WebkitBoxOrient: 'vertical',
            // The negotiation status of the price takes the place of the name's second row.
            WebkitLineClamp: item.negociacao ? 1 : 2,
            overflow: 'hidden',
            fontWeight: 500,
            fontSize: 13,
            lineHeight: '18px',
          }}
        >
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
            {produto.idExibicao}
          </Box>{' '}
          {produto.descricao}
        </Box>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1,
            overflow: 'hidden',
            maxHeight: { sm: item.negociacao ? 44 : 20 },
            '& > button': { minWidth: 0, maxWidth: '100%' },
            // The text is low, so this leaves enough space around it for a finger.
            py: { xs: 1, sm: 0 },
            fontSize: 12,
            color: 'text.secondary',
          }}
        >
          <StockBadge product={produto} pack={pack} dot />
          {item.negociacao && (
            <StatusChip
              value={item.negociacao}
              catalog={negotiationStatus}
              label={`Preço ${rowOf(negotiationStatus, item.negociacao).label.toLowerCase()}`}
            />
          )}
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            {produto.idExibicao}
          </Box>
          {/* When there is not enough room for a word, it disappears rather than shrink to a single letter. */}
          <Box component="span" sx={{ ...ONE_LINE, flex: '1 1 56px', minWidth: 56 }}>
            {[produto.marca, item.idFil !== quote.filial.id && item.filial, item.cor?.nome]
              .filter(Boolean)
              .join(' · ')}
          </Box>
        </Box>
      </Box>
    </Box>
  );
};

const Picture = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  borderRadius: 6,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.components.realce,
  color: theme.vars.palette.components.textoFraco,
  '& img': { objectFit: 'contain' },
  // Where there is room for one of them, it is the name.
  '@container (max-width: 180px)': { display: 'none' },
  '@media print': { display: 'none' },
}));

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

interface LowLineProps {
  item: CartItem;
  open: boolean;
  onChange: (open: boolean) => void;
}

/** Name, quantity and total of a line on a phone. */
export const LowLine = ({ item, open, onChange }: LowLineProps) => (
  <ButtonBase
    aria-expanded={open}
    onClick={() => onChange(!open)}
    sx={{ display: 'block', width: '100%', minHeight: 44, py: 0.5, textAlign: 'left' }}
  >
    <Box component="span" sx={{ display: 'block', fontWeight: 500, lineHeight: '20px', ...ONE_LINE }}>
      {item.produto.descricao}
    </Box>
    <Box
      component="span"
      sx={{ display: 'flex', gap: 2, fontSize: 12, lineHeight: '18px', color: 'text.secondary' }}
    >
      <span style={{ flex: 1 }}>
        {formatQuantity(item.qtde)} × {unitPriceText(item.preco)}
        {item.negociacao && ` · preço ${rowOf(negotiationStatus, item.negociacao).label.toLowerCase()}`}
        {item.bonificado && ' · bonificado'}
      </span>
      <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {formatMoney(item.vlTot, 2)}
      </Box>
    </Box>
  </ButtonBase>
);
