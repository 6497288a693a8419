import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Banner, homeRoutes, type Showcase, type ShowcaseProduct } from '#contract/callcenter/home.ts';
import { stockStatus } from '#contract/catalogs/orderStatus.ts';
import { linkTargetPath } from '#contract/rules/sales/showcase.ts';
import { useRoute } from '#data/useRoute.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { UnitPrice } from '#ui/components/display/Texts.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';

/** Product shelves, each a horizontally scrolling row. */
export function Showcases() {
  const answer = useRoute(homeRoutes.showcases, {});
  if (answer.data?.length === 0) return <span>Nenhuma vitrine com produtos agora.</span>;
  return (
    <Answered answer={answer} skeleton={<Undecided />}>
      {(showcases) => showcases.map((showcase) => <Shelf key={showcase.id} showcase={showcase} />)}
    </Answered>
  );
}

function Shelf({ showcase: { id, titulo, subtitulo, abre, produtos } }: { showcase: Showcase }) {
  const heading = `vitrine-${id}`;
  return (
    <section aria-labelledby={heading}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 3, flexWrap: 'wrap' }}>
        <Typography id={heading} variant="h2">
          {titulo}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ flex: 1 }}>
          {subtitulo}
        </Typography>
        <Opens title={titulo} abre={abre}>
          {({ as, props, leads }) =>
            leads && (
              <MuiLink component={as} {...props} aria-label={`Ver tudo de ${titulo}`}>
                Ver tudo
              </MuiLink>
            )
          }
        </Opens>
      </Box>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <Row tabIndex={0} aria-label={`Produtos de ${titulo}`}>
        {produtos.map((product) => (
          <li key={product.id}>
            <Card product={product} />
          </li>
        ))}
      </Row>
    </section>
  );
}

function Card({ product }: { product: ShowcaseProduct }) {
  const { descricao, idExibicao, marca, unidade, preco, idImagem, estoque } = product;
  return (
    <>
      {idImagem && <img src={`/imagens/produtos/${idImagem}`} alt="" loading="lazy" width={96} height={96} />}
      <strong title={descricao}>{descricao}</strong>
      <small>
        {idExibicao} · {marca}
      </small>
      <span>
        <UnitPrice value={preco} /> <small>/ {unidade}</small>
      </span>
      <StatusChip catalog={stockStatus} value={estoque} />
    </>
  );
}

const Row = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'flex',
    gap: 12,
    margin: 0,
    padding: '0 0 8px',
    listStyle: 'none',
    overflowX: 'auto',
    '& li': {
      flex: '0 0 184px',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'flex-start',
      gap: 6,
      padding: 12,
      borderRadius: 8,
      border: `1px solid ${components.linha}`,
      backgroundColor: components.superficie,
    },
    '& img': { alignSelf: 'center', borderRadius: 4, objectFit: 'contain' },
    '& strong': {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      fontWeight: 500,
      fontSize: '0.8125rem',
      lineHeight: '18px',
    },
    '& small': { fontSize: '0.75rem', color: components.textoSecundario },
  };
});

interface OpensProps {
  title: string;
  abre: Banner['abre'];
  /** Renders the link or button; `leads` says whether there is anything to open. */
  children: (props: {
    as: 'a' | 'button' | 'div' | typeof Link;
    props: Record<string, unknown>;
    leads: boolean;
  }) => ReactNode;
}

/** What a banner or showcase opens: a page as a link, products in a dialog, or nothing. */
export function Opens({ title, abre, children }: OpensProps) {
  const [open, setOpen] = useState(false);
  const to = linkTargetPath(abre);
  if (to) return children({ as: Link, props: { to }, leads: true });
  if (abre.tipo !== 'PRODUTOS' || !abre.valor) return children({ as: 'div', props: {}, leads: false });
  return (
    <>
      {children({ as: 'button', props: { type: 'button', onClick: () => setOpen(true) }, leads: true })}
      {open && (
        <Suspense>
          <ProductsDialog title={title} words={abre.valor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Only this knows the shapes of products, which weigh more than the seller's part of the home page. */
const ProductsDialog = lazyScreen(() => import('./ProductsDialog.tsx'), 'ProductsDialog');
