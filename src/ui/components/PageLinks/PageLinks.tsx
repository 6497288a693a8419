import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import type { Paginator } from '#contract/route.ts';
import { countText, DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { FINGER } from '../../theme/controls.ts';
import { themeColors } from '../../theme/theme.tsx';
import { useStableCallback } from '../useStableCallback.ts';

export interface PageLinksProps {
  /** The first page that is shown. */
  page: number;
  /** How many are shown below each other; one by default. */
  pages?: number;
  /** Whether one more is on its way. */
  isLoading?: boolean;
  lastPage: number;
  perPage: number;
  /** Undefined while unknown, in which case nothing is displayed. */
  total: number | undefined;
  /** Whether there are more rows than `total`. */
  more?: boolean;
  onPage: (page: number) => void;
  /** Number of page links: 4 on ticket lists, 3 on timelines and in the call center. */
  links?: number | undefined;
  /** The unit of the count: 'ticket', 'tickets'. */
  noun: [one: string, many: string];
  /** The page sizes offered, together with `onPerPage`. */
  perPageChoices?: readonly number[];
  onPerPage?: (perPage: number) => void;
  /** Whether the rows go on by scrolling; chosen in place of a page size. */
  scrolls?: boolean;
  onScrolling?: (() => void) | undefined;
}

/** Adds a list's current size to the choices, since the select would otherwise show a wrong one. */
const withCurrent = (choices: readonly number[], current: number): readonly number[] =>
  choices.includes(current) ? choices : [...choices, current].sort((one, other) => one - other);

/** The first and last row that are shown, counted from 1. */
const pageRange = ({ page, pages = 1, perPage }: PageLinksProps, total: number) => ({
  from: total === 0 ? 0 : (page - 1) * perPage + 1,
  to: Math.min((page + pages - 1) * perPage, total),
});

const rangeText = (props: PageLinksProps) => {
  const {
    total,
    more = false,
    noun: [one, many],
  } = props;
  if (total === undefined) return '';
  if (total === 0) return `0 ${many}`;
  const { from, to } = pageRange(props, total);
  const range = from === to ? countText(from) : `${countText(from)}–${countText(to)}`;
  return `${range} de ${formatCount(total, one, many, DISPLAY_CAP, more)}`;
};

const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: 44,
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  color: themeColors(theme).text.secondary,
  '& nav': { display: 'flex', alignItems: 'center', gap: 2, marginLeft: 'auto' },
  '& [aria-current=page]': { backgroundColor: themeColors(theme).action.selected, fontWeight: 600 },
}));

const Label = styled('label')(({ theme }) => {
  const color = themeColors(theme);
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    '& select': {
      font: 'inherit',
      height: 28,
      [FINGER]: { height: 40 },
      padding: '0 4px',
      borderRadius: 6,
      color: color.text.primary,
      backgroundColor: color.background.paper,
      border: `1px solid ${color.divider}`,
    },
  };
});

/** Number of rows per page. A native select, so that a single key changes it. */
const PerPage = ({ value, choices, onChange, scrolls = false, onScrolling }: PerPageProps) => (
  <Label>
    Por página
    <select
      value={scrolls ? SCROLLING : value}
      onChange={({ target }) =>
        target.value === SCROLLING ? onScrolling?.() : onChange(Number(target.value))
      }
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
      {onScrolling && <option value={SCROLLING}>Rolagem contínua</option>}
    </select>
  </Label>
);

const SCROLLING = 'rolagem';

/** The page numbers to link: `count` of them, with the current one as near the middle as possible. */
export const pageWindow = (current: number, last: number, count: number): number[] => {
  const size = Math.min(count, last);
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), last - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
};

/** The foot of a list: range and total, and page links, which are hidden when there is only one page. */
export const PageLinks = (props: PageLinksProps) => {
  const { page, pages = 1, lastPage, total = 0, onPage, links = 4 } = props;
  return (
    <Foot>
      <span role="status">{rangeText(props)}</span>
      {props.isLoading && <span>Carregando mais…</span>}
      {props.onPerPage && (
        <PerPage
          value={props.perPage}
          choices={withCurrent(props.perPageChoices ?? [25, 50, 100], props.perPage)}
          onChange={props.onPerPage}
          scrolls={props.scrolls ?? false}
          onScrolling={props.onScrolling}
        />
      )}
      {lastPage > 1 && total > 0 && (
        <nav aria-label="Páginas">
          <Button
            size="small"
            color="inherit"
            startIcon={<ChevronLeftIcon />}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            Anterior
          </Button>
          {pageWindow(page, lastPage, links).map((number) => (
            <Button
              key={number}
              size="small"
              color={number === page ? 'primary' : 'inherit'}
              aria-label={`Página ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {countText(number)}
            </Button>
          ))}
          <Button
            size="small"
            color="inherit"
            endIcon={<ChevronRightIcon />}
            disabled={page + pages > lastPage}
            onClick={() => onPage(page + pages)}
          >
            Próxima
          </Button>
        </nav>
      )}
    </Foot>
  );
};

interface PerPageProps extends Pick<PageLinksProps, 'scrolls' | 'onScrolling'> {
  value: number;
  choices: readonly number[];
  onChange: (value: number) => void;
}

interface AnswerPagesProps extends Pick<PageLinksProps, 'page' | 'onPage' | 'noun'> {
  /** Of the last answer; absent while there is none. */
  paginator: Paginator | undefined;
}

/**
 * The pages of a list that is a part of its page, as the answer counts them. When the last row of the last page is gone, the
 * page before it is shown.
 */
export const AnswerPages = ({ paginator, ...props }: AnswerPagesProps) => {
  const { page } = props;
  const onPage = useStableCallback(props.onPage);
  const last = Math.max(1, paginator?.last_page ?? 1);
  // The answer may still be that of another page or filter.
  const isBeyond = paginator?.current_page === page && page > last;
  useEffect(() => {
    if (isBeyond) onPage(last);
  }, [isBeyond, last, onPage]);
  return (
    <PageLinks
      {...props}
      lastPage={last}
      perPage={paginator?.per_page ?? 1}
      total={paginator?.total}
      more={paginator?.mais ?? false}
      links={3}
    />
  );
};
