import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { publishedNoticeRoutes } from '../../../contract/config/publishedNotices.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useRecordId } from '../../ui/shell/useRecordId.ts';
import { NoticeForm } from './NoticeForm.tsx';

/** `/avisos-publicados/{id}`: the notice, and who has read it. */
export function NoticeEdit() {
  const id = useRecordId();
  if (id === null) return <UnknownPath />;
  return (
    <Guarded permission="AVISOS_EDITAR">
      <Notice id={id} />
    </Guarded>
  );
}

function Notice({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRoute(publishedNoticeRoutes.get, { params: { id } });
  if (isPending) return <PageSkeleton />;
  return (
    <Page title={data?.titulo ?? `Aviso ${id}`} width="form">
      {data ? (
        <>
          <NoticeForm key={data.id} notice={data} />
          <NoticeReaders id={id} />
        </>
      ) : (
        <ErrorState error={error} onRetry={() => refetch()} />
      )}
    </Page>
  );
}

/** Who confirmed the notice and when, and who did not yet. */
function NoticeReaders({ id }: { id: number }) {
  const { data, error, refetch } = useRoute(publishedNoticeRoutes.readers, { params: { id } });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return null;
  return (
    <Columns>
      <section aria-labelledby="notice-read">
        <Typography variant="h2" id="notice-read">
          Leram ({data.leram.length})
        </Typography>
        <Scroll role="group" aria-labelledby="notice-read" tabIndex={0}>
          <ul>
            {data.leram.map(({ nome, quando }) => (
              <li key={`${nome}${quando}`}>
                {nome} <RelativeDate value={quando} exact />
              </li>
            ))}
          </ul>
        </Scroll>
      </section>
      <section aria-labelledby="notice-missing">
        <Typography variant="h2" id="notice-missing">
          Faltam ({data.faltam.length})
        </Typography>
        <Scroll role="group" aria-labelledby="notice-missing" tabIndex={0}>
          <ul>
            {data.faltam.map(({ nome }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the list only grows shorter
              <li key={`${nome}${index}`}>{nome}</li>
            ))}
          </ul>
        </Scroll>
      </section>
    </Columns>
  );
}

/** Reached by the keys, so that they can scroll it. */
const Scroll = styled('div')({ marginTop: 8, maxHeight: 320, overflowY: 'auto' });

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
  gap: 24,
  marginTop: 32,
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 12,
    padding: '6px 0',
    fontSize: 13,
    borderBottom: `1px solid ${theme.vars.palette.components.linha}`,
  },
}));
