import type { Paginator } from '../../../../contract/route.ts';
import { PageLinks, type PageLinksProps } from './PageLinks.tsx';

interface AnswerPagesProps extends Pick<PageLinksProps, 'page' | 'onPage' | 'noun'> {
  /** Of the last answer; absent while there is none. */
  paginator: Paginator | undefined;
}

/** The pages of a list that is a part of its page, as the answer counts them. */
export const AnswerPages = ({ paginator, ...props }: AnswerPagesProps) => (
  <PageLinks
    {...props}
    lastPage={paginator?.last_page ?? 1}
    perPage={paginator?.per_page ?? 1}
    total={paginator?.total}
    more={paginator?.mais ?? false}
    links={3}
  />
);
