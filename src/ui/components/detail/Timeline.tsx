import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { type CatalogRow, rowOf } from '#contract/catalogs/catalog.ts';
import { themeColors } from '../../theme/theme.tsx';
import { CatalogIcon } from '../display/CatalogIcon.tsx';
import { Tag } from '../display/Chips.tsx';
import { RelativeDate } from '../display/Texts.tsx';

export interface TimelineEntry {
  id: string | number;
  /** A value of the catalogue, which determines colour, icon and label. */
  type: string;
  at: string;
  person?: string | null;
  note?: ReactNode;
}

interface TimelineProps {
  entries: readonly TimelineEntry[];
  catalog: readonly CatalogRow[];
  zone?: string;
  /** Number of entries shown before 'Exibir todas as atividades'. */
  initial?: number;
  /** Loads entries that the caller has not loaded yet; by default the rest of `entries` is shown. */
  onShowAll?: (() => void) | undefined;
  /** Whether the caller has more entries than it passed. */
  hasMore?: boolean;
}

/** Activities, newest first, with an icon by type. */
export const Timeline = (props: TimelineProps) => {
  const { entries, catalog, zone, initial = 5, onShowAll, hasMore = false } = props;
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, initial);
  const showAll = () => {
    setAll(true);
    onShowAll?.();
  };
  if (entries.length === 0) return <p style={{ margin: 0 }}>Sem informações no momento.</p>;
  return (
    <>
      <Entries>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} catalog={catalog} zone={zone} />
        ))}
      </Entries>
      {(shown.length < entries.length || (hasMore && !all)) && (
        <Button size="small" onClick={showAll}>
          Exibir todas as atividades
        </Button>
      )}
    </>
  );
};

interface EntryProps {
  entry: TimelineEntry;
  catalog: readonly CatalogRow[];
  zone: string | undefined;
}

const Entry = ({ entry, catalog, zone }: EntryProps) => {
  const row = rowOf(catalog, entry.type);
  return (
    <li>
      <Tag tone={row.color} className="mark">
        <CatalogIcon name={row.icon} size={14} />
      </Tag>
      <div className="what">
        <strong>{row.label}</strong>
        <span className="when">
          {entry.person && `${entry.person} · `}
          <RelativeDate value={entry.at} {...(zone && { zone })} />
        </span>
        {entry.note && <div className="note">{entry.note}</div>}
      </div>
    </li>
  );
};

const Entries = styled('ol')(({ theme }) => {
  const color = themeColors(theme);
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    fontSize: 13,
    '& li': { position: 'relative', display: 'flex', gap: 12, paddingBottom: 16 },
    '& li:not(:last-of-type)::before': {
      content: '""',
      position: 'absolute',
      top: 26,
      bottom: 2,
      left: 12,
      width: 1,
      backgroundColor: color.divider,
    },
    '& .mark': {
      flex: 'none',
      justifyContent: 'center',
      width: 25,
      height: 25,
      padding: 0,
      borderRadius: 13,
    },
    '& .what': { flex: 1, minWidth: 0, paddingTop: 3 },
    '& strong': { fontWeight: 500 },
    '& .when': { display: 'block', color: color.text.secondary, fontSize: 12 },
    '& .note': { marginTop: 4, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  };
});
