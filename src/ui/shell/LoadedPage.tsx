import ExploreOffOutlined from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { type Crumb, Page, PageAnswer, type PageTitle, usePageHeading } from './Page.tsx';
import { type Answer, isMissing, StateMessage } from './states/StateMessage.tsx';
import { PageSkeleton } from './states/skeletons.tsx';

interface LoadedPageProps<T> {
  /** The answer to the request for what the page shows, as from `useRoute` or `useGetOne`. */
  answer: Answer<T> & { isPending: boolean };
  /** The page's title if it could not be loaded. */
  title: PageTitle;
  crumbs?: Crumb[];
  skeleton?: ReactNode;
  /** What to say if there is no such record; with it, one that is gone later takes its page along. */
  missing?: ReactNode;
  /** The page, as soon as there is an answer. A later failure is said below its title. */
  children: (data: T) => ReactNode;
}

/** A page that consists of one answer: a skeleton until it arrives, and what went wrong if it does not. */
export function LoadedPage<T>({
  answer,
  title,
  crumbs,
  skeleton = <PageSkeleton />,
  missing,
  children,
}: LoadedPageProps<T>) {
  const { data, error, isPending } = answer;
  if (isPending) return skeleton;
  const isGone = missing !== undefined && isMissing(error);
  return (
    <PageAnswer value={isGone ? null : answer}>
      {data !== undefined && !isGone ? (
        children(data)
      ) : (
        <Page title={title} width="form" {...(crumbs && { crumbs })}>
          {isGone && missing}
        </Page>
      )}
    </PageAnswer>
  );
}

/** The record number in the address; null if the segment is anything else, which is an invalid path. */
export function useRecordId(): number | null {
  const { id = '' } = useParams();
  return /^\d{1,9}$/.test(id) ? Number(id) : null;
}

const TITLE = 'Página não encontrada';

/** The fallback for a path without a screen (document 002 section 2). */
export function UnknownPath() {
  const { pathname } = useLocation();
  usePageHeading(TITLE);
  return (
    <StateMessage
      page
      icon={<ExploreOffOutlined />}
      title={TITLE}
      text={
        <>
          O endereço <strong style={{ overflowWrap: 'anywhere' }}>{pathname}</strong> não existe ou mudou de
          lugar.
        </>
      }
      actions={
        <Button variant="contained" component={Link} to="/home">
          Ir para Home
        </Button>
      }
    />
  );
}
