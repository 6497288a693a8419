import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Banner } from '../../../../contract/callcenter/home.ts';
import { opensPath } from '../../../../contract/rules/sales/showcase.ts';
import { lazyScreen } from '../../../ui/shell/lazyScreen.ts';

interface OpensProps {
  title: string;
  abre: Banner['abre'];
  /** Draws the link or button; `leads` says whether there is anything to open. */
  children: (props: {
    as: 'a' | 'button' | 'div' | typeof Link;
    props: Record<string, unknown>;
    leads: boolean;
  }) => ReactNode;
}

/** What a banner or showcase opens: a page as a link, products in a dialog, or nothing. */
export function Opens({ title, abre, children }: OpensProps) {
  const [open, setOpen] = useState(false);
  const to = opensPath(abre);
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

const ProductsDialog = lazyScreen(() => import('./ProductsDialog.tsx'), 'ProductsDialog');
