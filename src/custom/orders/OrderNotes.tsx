import Link from '@mui/material/Link';
import { Suspense, useState } from 'react';
import type { OrderView } from '../../../contract/callcenter/orderRow.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';

const TrackingDialog = lazyScreen(() => import('../tracking/TrackingDialog.tsx'), 'TrackingDialog');

type Note = OrderView['notasFiscais'][number];

/** The invoices of an order; one that is on its way tells where it is. */
export function OrderNotes({ notes }: { notes: readonly Note[] }) {
  const [tracked, setTracked] = useState<Note['rastreio']>(null);
  return (
    <>
      {notes.map(({ id, numNf, rastreio }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          {numNf}
          {rastreio && (
            <>
              {' · '}
              <Link
                component="button"
                type="button"
                aria-label={`Rastrear a nota ${numNf}`}
                onClick={() => setTracked(rastreio)}
              >
                Rastrear
              </Link>
            </>
          )}
        </span>
      ))}
      {tracked && (
        <Suspense>
          <TrackingDialog {...tracked} onClose={() => setTracked(null)} />
        </Suspense>
      )}
    </>
  );
}
